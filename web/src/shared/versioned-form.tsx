import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ReactNode, useReducer } from 'react'

import { fieldErrors } from '@/api/client'
import { isStale, useBaseVersion } from './base-version'
import { ChangedElsewhere } from './changed-elsewhere'
import { FormSummary } from './form-summary'

/** A field by its name in errors, its label, and its value as text, by which two versions are compared. */
export type VersionedField<T> = { name: string; label: string; text: (values: T) => string }

/** A mutation, as the form uses it. */
type Save<T, R> = {
  mutate: (
    values: T & { tag: string },
    then: { onSuccess: (saved: R) => void; onError: (error: Error) => void },
  ) => void
  error: Error | null
  isPending: boolean
  reset: () => void
}

type Props<T, R> = {
  label: string
  /** What the button says. */
  action: string
  /** Says that another user has changed what the form is about. */
  conflict: string
  fields: readonly VersionedField<T>[]
  /** What the server has now, and its entity tag. */
  current: T
  tag: string
  /** Has refetched `current` when it ends, also after a refusal because there is a newer version. */
  save: Save<T, R>
  onSaved: (saved: R, sent: T) => void
  children: (form: UseFormReturnType<T>) => ReactNode
}

/**
 * A form about what other users, or another tab, may be editing too: what is typed stays until it is saved or discarded,
 * and a save that meets a newer version lets the user choose between the two.
 */
export function VersionedForm<T extends object, R>(props: Props<T, R>) {
  const [round, beginAgain] = useReducer((n: number) => n + 1, 0)
  return <Round key={round} {...props} onEnd={beginAgain} />
}

/** The form from what the server had to what it has after the save. */
function Round<T extends object, R>(props: Props<T, R> & { onEnd: () => void }) {
  const { label, action, conflict, fields, current, tag, save, onSaved, onEnd, children } = props
  const form = useForm<T>({ initialValues: current })
  const base = useBaseVersion(current, tag)
  const saveOver = (version: string) =>
    form.onSubmit((values) =>
      save.mutate(
        { ...values, tag: version },
        {
          onSuccess: (saved) => {
            onSaved(saved, values)
            onEnd()
          },
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    )
  const savedVersion = fields
    .filter(({ text }) => text(current) !== text(form.values))
    .map(({ label: field, text }) => `${field}: ${text(current) || t`empty`}`)
    .join('; ')
  return (
    <form onSubmit={saveOver(base.tag)} noValidate aria-label={label}>
      <Stack>
        {isStale(save.error) && base.changed ? (
          <ChangedElsewhere
            title={conflict}
            onKeep={saveOver(tag)}
            onTake={() => {
              save.reset()
              onEnd()
            }}
          >
            <Text size="sm">
              <Trans>Saved version: {savedVersion}. Your changes are not saved yet.</Trans>
            </Text>
          </ChangedElsewhere>
        ) : (
          <FormSummary error={save.error} fields={fields.map(({ name }) => name)} />
        )}
        {children(form)}
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()} style={{ alignSelf: 'start' }}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
