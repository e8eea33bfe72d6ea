import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'

import classes from './figures.module.css'
import { decimal } from './format'

/** Figures side by side. */
export function Figures({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>
}

type Props = Omit<ComponentPropsWithRef<'a'>, 'children'> & {
  label: string
  query: { data: number | string | undefined; isError: boolean }
  /** Whether a value above zero needs attention. */
  urgent?: boolean
}

const shown = (value: number | string | undefined) => (typeof value === 'number' ? decimal(value) : (value ?? '…'))

/** A figure that links to the list of what it counts. */
export const Figure = createLink(({ label, query, urgent, ...link }: Props) => (
  <li>
    <a {...link} className={classes.figure} data-urgent={(urgent && Boolean(query.data)) || undefined}>
      <b>{query.isError ? '–' : shown(query.data)}</b>
      {label}
    </a>
  </li>
))
