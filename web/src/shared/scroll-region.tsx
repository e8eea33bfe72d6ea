import { Box } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type Props = Omit<ComponentPropsWithRef<'section'>, 'aria-label' | 'tabIndex'> & { label: string }

/** What scrolls within a page, and is reached and scrolled by keyboard. */
export const ScrollRegion = ({ label, ...props }: Props) => (
  <Box component="section" tabIndex={0} aria-label={label} {...props} />
)
