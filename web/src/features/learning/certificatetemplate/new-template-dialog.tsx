import { t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'

import { type TemplateSummary, useCreate } from './api'
import { languageNames } from './kinds'

type Props = {
  /** The template that is copied; absent to begin with the standard design. */
  from?: TemplateSummary
  onCreated: (id: string) => void
  onClose: () => void
}

/** Begins a template, and opens it. */
export function NewTemplateDialog({ from, onCreated, onClose }: Props) {
  const create = useCreate()
  const form = useForm<{ name: string; language: 'en' | 'de' }>({
    initialValues: { name: from ? t`Copy of ${from.name}`.slice(0, 80) : '', language: from?.language ?? 'en' },
  })
  const submit = form.onSubmit((values) =>
    create.mutate(from ? { ...values, copy_of: from.id } : values, {
      onSuccess: ({ id }) => onCreated(id),
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <FormDialog
      title={from ? t`Copy template` : t`New template`}
      onClose={onClose}
      onSubmit={submit}
      mutation={create}
      fields={Object.keys(form.values)}
      submit={from ? t`Copy template` : t`Create template`}
    >
      <TextInput label={t`Name`} maxLength={80} data-autofocus {...form.getInputProps('name')} />
      {!from && (
        <NativeSelect
          label={t`Language`}
          description={t`The template begins with the standard design in this language.`}
          data={[
            { value: 'en', label: t(languageNames.en) },
            { value: 'de', label: t(languageNames.de) },
          ]}
          {...form.getInputProps('language')}
        />
      )}
    </FormDialog>
  )
}
