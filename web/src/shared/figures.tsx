import type { UseQueryResult } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'

import classes from './figures.module.css'

/** Figures side by side. */
export function Figures({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>
}

type Props = Omit<ComponentPropsWithRef<'a'>, 'children'> & {
  label: string
  query: UseQueryResult<number | string>
  /** Whether a value above zero needs attention. */
  urgent?: boolean
}

/** A figure that links to the list of what it counts. */
export const Figure = createLink(({ label, query, urgent, ...link }: Props) => (
  <li>
    <a {...link} className={classes.figure} data-urgent={(urgent && Boolean(query.data)) || undefined}>
      <b>{query.isError ? '–' : (query.data?.toLocaleString('en-GB') ?? '…')}</b>
      {label}
    </a>
  </li>
))
