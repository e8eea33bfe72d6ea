import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

import type { Schema } from '@/api/client'
import { serverText } from '@/api/problem-text'

import { ScrollRegion } from '@/shared/scroll-region'

import classes from './bulk.module.css'

/** The users whom a bulk change refused, and why. */
export function Refused({ outcomes }: { outcomes: Schema<'BulkOutcome'>[] }) {
  if (outcomes.length === 0) return null
  return (
    <ScrollRegion label={t`Refused users`} className={classes.outcomes}>
      <ul>
        {outcomes.map(({ id, full_name, email, code = '', message = '' }) => (
          <li key={id}>
            <b>{full_name || id}</b> {email}
            <Text size="sm" c="var(--mantine-color-error)">
              {serverText(code, message)}
            </Text>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  )
}
