import type { ReactNode } from 'react'

import classes from './or.module.css'

/** Between one way and another to the same. */
export function Or({ children }: { children: ReactNode }) {
  return <p className={classes.or}>{children}</p>
}
