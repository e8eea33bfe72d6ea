import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

export type SessionValues = { date: string; start_time: string; end_time: string; title: string; description: string }

/** Whether all is there that a session needs; the rest is optional. */
export const hasTime = ({ date, start_time, end_time }: Pick<SessionValues, 'date' | 'start_time' | 'end_time'>) =>
  date !== '' && start_time !== '' && end_time !== ''

type Props = { form: UseFormReturnType<SessionValues>; timezone: string }

/** The fields of a session, in the time zone of its batch. */
export function SessionFields({ form, timezone }: Props) {
  return (
    <>
      <TextInput type="date" label={t`Date`} data-autofocus {...form.getInputProps('date')} />
      <SimpleGrid cols={2}>
        <TextInput type="time" label={t`From`} {...form.getInputProps('start_time')} />
        <TextInput type="time" label={t`To`} {...form.getInputProps('end_time')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        <Trans>Times are local to {timezone}.</Trans>
      </Text>
      <TextInput label={t`Title (optional)`} maxLength={100} {...form.getInputProps('title')} />
      <Textarea label={t`Description (optional)`} rows={2} maxLength={500} {...form.getInputProps('description')} />
    </>
  )
}
