import type { ReactNode } from 'react'

import classes from './or.module.css'

/** A divider between two alternatives. */
export function Or({ children }: { children: ReactNode }) {
  return <p className={classes.or}>{children}</p>
}
