import { Title, type TitleProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = Omit<TitleProps, 'children' | 'title'> & {
  /** What the browser's tab and the history say. */
  title: string
  /** What the page shows, where that is more than the title. */
  children?: ReactNode
}

/** The heading of a page. Takes the focus when the user arrives by a link, so that a screen reader says where. */
export function PageTitle({ title, children, ...rest }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · Lectern`
    // The shell puts the focus on <main> at each arrival; a heading that comes later, with its data, takes it over.
    if (document.activeElement?.tagName === 'MAIN') heading.current?.focus({ preventScroll: true })
  }, [title])

  return (
    <Title order={1} ref={heading} tabIndex={-1} {...rest}>
      {children ?? title}
    </Title>
  )
}
