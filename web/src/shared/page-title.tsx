import { Title, type TitleProps } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'

import { useSchool } from './school'

type Props = Omit<TitleProps, 'children' | 'title'> & {
  /** The title in the browser's tab and history. */
  title: string
  /** The heading, if it is more than the title. */
  children?: ReactNode
}

/** What all pages inside are about, such as a course: it stands in their titles. */
export const TitleContext = createContext('')

/** The heading of a page. Takes the focus after navigation by a link, so that screen readers announce it. */
export function PageTitle({ title, children, ...rest }: Props) {
  const { name } = useSchool()
  const about = use(TitleContext)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = [title, about !== title && about, name].filter(Boolean).join(' · ')
    // The shell moves the focus to <main> on arrival; a heading that is rendered later, with its data, takes it over.
    if (document.activeElement?.tagName === 'MAIN') heading.current?.focus({ preventScroll: true })
  }, [title, about, name])

  return (
    <Title order={1} ref={heading} tabIndex={-1} {...rest}>
      {children ?? title}
    </Title>
  )
}
