import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Dialog } from '@/shared/dialog'
import { options } from '@/shared/options'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import { useErrorFocus } from '@/shared/use-error-focus'
import { difficulties, difficultyOf } from './difficulties'
import { useMakeTemplate } from './exchange-api'

/** Saves the draft as a template: texts and structure, without files and videos. */
export function MakeTemplateDialog({
  courseId,
  title,
  onClose,
}: {
  courseId: string
  title: string
  onClose: () => void
}) {
  const make = useMakeTemplate()
  const [form, setForm] = useState({ title, summary: '', category: '', difficulty: 'beginner' })
  const errors = fieldErrors(make.error)
  const fields = useErrorFocus<HTMLFormElement>(make.error)
  const keep = () =>
    make.mutate(
      { ...form, course_id: courseId, difficulty: difficultyOf(form.difficulty) ?? 'beginner' },
      {
        onSuccess: () => {
          toast(t`Template saved.`)
          onClose()
        },
      },
    )
  const field = (member: 'title' | 'summary' | 'category') => ({
    value: form[member],
    error: errors[member],
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [member]: event.currentTarget.value }),
  })
  return (
    <Dialog title={t`Save as template`} onClose={onClose}>
      <form
        ref={fields}
        onSubmit={(event) => {
          event.preventDefault()
          keep()
        }}
      >
        <Stack>
          {make.error && Object.keys(errors).length === 0 && <Failure error={make.error} />}
          <Text size="sm">
            <Trans>The template keeps the structure and the texts. Videos and files are not included.</Trans>
          </Text>
          <TextInput label={t`Title`} maxLength={200} {...field('title')} />
          <TextInput label={t`Category`} maxLength={80} {...field('category')} />
          <TextInput label={t`Summary`} maxLength={1000} {...field('summary')} />
          <NativeSelect
            label={t`Difficulty`}
            data={options(difficulties)}
            value={form.difficulty}
            onChange={(event) => setForm({ ...form, difficulty: event.currentTarget.value })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={make.isPending}>
              <Trans>Save template</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
