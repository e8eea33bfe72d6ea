import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Input, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { errorDetails, fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type PostDraft, useSetSlug } from './api'

type Props = { draft: PostDraft; onSaved: (draft: PostDraft) => void }

/** The address of a post, and a dialog to change it. */
export function PostAddress({ draft, onSaved }: Props) {
  const [changing, setChanging] = useState(false)
  return (
    <div>
      <Input.Label size="md" labelElement="div">
        <Trans>Web address</Trans>
      </Input.Label>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {draft.slug ? `/blog/${draft.slug}` : t`It follows from the title when the post is published.`}
      </Text>
      <Button variant="default" size="xs" h={36} mt={4} onClick={() => setChanging(true)}>
        <Trans>Change address</Trans>
      </Button>
      {changing && <AddressDialog draft={draft} onSaved={onSaved} onClose={() => setChanging(false)} />}
    </div>
  )
}

function AddressDialog({ draft, onSaved, onClose }: Props & { onClose: () => void }) {
  const change = useSetSlug(draft.id)
  const [slug, setSlug] = useState(draft.slug)
  const details = errorDetails(change.error)
  const free = details && 'free' in details ? details.free : undefined
  return (
    <FormDialog
      title={t`Change address`}
      submit={t`Save address`}
      mutation={change}
      fields={['slug']}
      disabled={!slug.trim()}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(slug, {
          onSuccess: (saved) => {
            toast(t`Address changed.`)
            onSaved(saved)
            onClose()
          },
        })
      }
    >
      <TextInput
        label={t`Web address`}
        description={draft.publishedAt ? t`Links to the earlier address keep working.` : undefined}
        value={slug}
        error={fieldErrors(change.error).slug}
        leftSection="/blog/"
        leftSectionWidth={58}
        data-autofocus
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
      {free && (
        <Button variant="default" onClick={() => setSlug(free)}>
          <Trans>Use {free}</Trans>
        </Button>
      )}
    </FormDialog>
  )
}
