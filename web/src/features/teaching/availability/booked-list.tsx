import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { List } from '@mantine/core'

import type { Schema } from '@/api/client'

import { bookedLabels } from './labels'

type Props = { times: Pick<Schema<'BookedTime'>, 'kind' | 'label' | 'starts_at'>[]; timezone: string }

/** What is booked, in the time zone of the hours. */
export function BookedList({ times, timezone }: Props) {
  return (
    <List size="sm">
      {times.map(({ kind, label, starts_at }) => (
        <List.Item key={`${kind} ${starts_at}`}>
          {i18n.date(starts_at, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })}:{' '}
          {t(bookedLabels[kind])}
          {label && ` ${t`“${label}”`}`}
        </List.Item>
      ))}
    </List>
  )
}
