import { t } from '@lingui/core/macro'
import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

export type SessionValues = { date: string; start_time: string; end_time: string; title: string; description: string }

/** The fields of a session, in the time zone of its batch. */
export function SessionFields({ form }: { form: UseFormReturnType<SessionValues> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput type="date" label={t`Date`} data-autofocus {...form.getInputProps('date')} />
        <TextInput type="time" label={t`From`} {...form.getInputProps('start_time')} />
        <TextInput type="time" label={t`To`} {...form.getInputProps('end_time')} />
      </SimpleGrid>
      <TextInput label={t`Title (optional)`} maxLength={100} {...form.getInputProps('title')} />
      <Textarea label={t`Description (optional)`} rows={2} maxLength={500} {...form.getInputProps('description')} />
    </>
  )
}
