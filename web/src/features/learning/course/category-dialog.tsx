import { t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { useBaseVersion } from '@/shared/base-version'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type Category, useChangeCategory } from './settings-api'

type Props = {
  all: Category[]
  /** The version of `all`. */
  tag: string
  /** Absent for a new category. */
  category: Category | undefined
  onClose: () => void
}

/** Edits the name and parent of a category. */
export function CategoryDialog({ all, tag, category, onClose }: Props) {
  const now = all.find(({ name }) => name === category?.name)
  // Other categories may change under the dialog; once this one has, the server refuses until it is opened anew.
  const base = useBaseVersion(now?.parent, tag)
  const change = useChangeCategory()
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      name: category?.name ?? '',
      parent: category?.parent ?? '',
    },
    validate: {
      name: (typed) => {
        const name = typed.trim()
        return name !== category?.name && all.some((c) => c.name === name)
          ? t`The category “${name}” already exists. Choose another name.`
          : null
      },
    },
  })
  const submit = form.onSubmit(({ name, parent }) =>
    change.mutate(
      {
        tag: base.tag,
        body: {
          name: category?.name ?? name,
          parent,
          ...(category && name.trim() !== category.name && { rename: name }),
        },
      },
      {
        onSuccess: () => {
          onClose()
          const saved = name.trim()
          toast(t`Category “${saved}” saved.`)
        },
        onError: (error) => {
          const { rename, ...errors } = fieldErrors(error)
          form.setErrors(rename ? { ...errors, name: rename } : errors)
        },
      },
    ),
  )
  return (
    <FormDialog
      title={category ? t`Edit category` : t`Add category`}
      onClose={onClose}
      mutation={change}
      onSubmit={submit}
      fields={['name', 'parent']}
      submit={t`Save category`}
    >
      <TextInput label={t`Name`} maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label={t`Parent`}
        data={[
          { value: '', label: t`None (top level)` },
          ...all.filter((c) => c.name !== category?.name).map(({ name }) => ({ value: name, label: name })),
        ]}
        {...form.getInputProps('parent')}
      />
    </FormDialog>
  )
}
