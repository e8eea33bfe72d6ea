import { Title, type TitleProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

import { useSchool } from './school'

type Props = Omit<TitleProps, 'children' | 'title'> & {
  /** The title in the browser's tab and history. */
  title: string
  /** The heading, if it is more than the title. */
  children?: ReactNode
}

/** The heading of a page. Takes the focus after navigation by a link, so that screen readers announce it. */
export function PageTitle({ title, children, ...rest }: Props) {
  const { name } = useSchool()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = name ? `${title} · ${name}` : title
    // The shell moves the focus to <main> on arrival; a heading that is rendered later, with its data, takes it over.
    if (document.activeElement?.tagName === 'MAIN') heading.current?.focus({ preventScroll: true })
  }, [title, name])

  return (
    <Title order={1} ref={heading} tabIndex={-1} {...rest}>
      {children ?? title}
    </Title>
  )
}
