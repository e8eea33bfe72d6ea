import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type BlogTag, managedTagsQuery, useDeleteTag, useMergeTag, useRenameTag } from './api'

export type TagDialogProps = { tag: BlogTag; onClose: () => void }

const longest = 40 // characters of a name

export function RenameTag({ tag, onClose }: TagDialogProps) {
  const rename = useRenameTag(tag.id)
  const [name, setName] = useState(tag.name)
  return (
    <FormDialog
      title={t`Rename “${tag.name}”`}
      submit={t`Rename tag`}
      mutation={rename}
      fields={['name']}
      disabled={!name.trim() || name.trim() === tag.name}
      onClose={onClose}
      onSubmit={() =>
        rename.mutate(name, {
          onSuccess: () => {
            toast(t`Tag renamed.`)
            onClose()
          },
        })
      }
    >
      <TextInput
        label={t`Name`}
        description={t`All posts show the new name. The former address leads to the new one.`}
        maxLength={longest}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldErrors(rename.error).name}
        data-autofocus
      />
    </FormDialog>
  )
}

const pause = 300 // milliseconds without typing before the search runs

export function MergeTag({ tag, onClose }: TagDialogProps) {
  const merge = useMergeTag(tag.id)
  const [into, setInto] = useState('')
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim().slice(0, longest), pause)
  const found = useQuery(managedTagsQuery(query ? { query } : {}))
  const others = (found.data?.items ?? []).filter(({ id }) => id !== tag.id)
  return (
    <FormDialog
      title={t`Merge “${tag.name}” into another tag`}
      submit={t`Merge tags`}
      mutation={merge}
      fields={['intoId']}
      disabled={!into}
      onClose={onClose}
      onSubmit={() =>
        merge.mutate(into, {
          onSuccess: (merged) => {
            toast(t`Tags merged into “${merged.name}”.`)
            onClose()
          },
        })
      }
    >
      <Select
        label={t`Tag that stays`}
        searchable
        data={others.map(({ id, name, posts }) => ({ value: id, label: `${name} (${posts})` }))}
        nothingFoundMessage={t`No tags found`}
        value={into || null}
        onSearchChange={setTyped}
        onChange={(id) => setInto(id ?? '')}
        error={fieldErrors(merge.error).intoId ?? found.error?.message}
        data-autofocus
      />
      <Text size="sm">
        {plural(tag.posts, {
          0: "No published post has this tag. Its name and its address lead to the other tag. You can't undo this.",
          one: "# post gets the other tag. The name and the address of this one lead there. You can't undo this.",
          other: "# posts get the other tag. The name and the address of this one lead there. You can't undo this.",
        })}
      </Text>
    </FormDialog>
  )
}

export function DeleteTag({ tag, onClose }: TagDialogProps) {
  const remove = useDeleteTag(tag.id)
  return (
    <Confirm
      title={t`Delete “${tag.name}”?`}
      text={<Trans>No published post has this tag. Drafts that have it create it again when they are published.</Trans>}
      action={t`Delete tag`}
      danger
      error={remove.error}
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(t`Tag deleted.`)
            onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}
