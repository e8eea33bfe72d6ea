import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Button, List } from '@mantine/core'
import { useState } from 'react'

import type { Schema } from '@/api/client'

import { bookedLabels } from './labels'

type Props = { times: Pick<Schema<'BookedTime'>, 'kind' | 'label' | 'starts_at'>[]; timezone: string }

const first = 5 // of what is booked: the form below stays in view

/** What is booked, in the time zone of the hours. */
export function BookedList({ times, timezone }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const hidden = showsAll ? 0 : Math.max(times.length - first, 0)
  return (
    <>
      <List size="sm">
        {times.slice(0, times.length - hidden).map(({ kind, label, starts_at }) => (
          <List.Item key={`${kind} ${starts_at}`}>
            {i18n.date(starts_at, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })}:{' '}
            {t(bookedLabels[kind])}
            {label && ` ${t`“${label}”`}`}
          </List.Item>
        ))}
      </List>
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setShowsAll(true)}>
          {plural(hidden, { one: 'Show # more', other: 'Show # more' })}
        </Button>
      )}
    </>
  )
}
