import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { type LegalKind, legalDocuments } from '@/shared/legal'
import { toast } from '@/shared/toasts'

import { type Draft, usePublish } from './api'

type Props = { kind: LegalKind; draft: Draft; onClose: () => void }

/** Publishes a draft, and asks whether users accept it anew. */
export function PublishDialog({ kind, draft: { value, tag }, onClose }: Props) {
  const publish = usePublish(kind)
  const [asks, setAsks] = useState('yes')
  const send = () =>
    publish.mutate(
      { requiresAcceptance: asks === 'yes', tag },
      {
        onSuccess: ({ version }) => {
          toast(`Version ${version} applies from now on.`)
          onClose()
        },
      },
    )
  return (
    <Confirm
      title={`Publish version ${value.published + 1}?`}
      text="Everyone can read it, and it can no longer be changed. By publishing it you accept it yourself."
      action="Publish"
      pending={publish.isPending}
      error={publish.error}
      onConfirm={send}
      onClose={onClose}
    >
      {value.published === 0 ? (
        <Text size="sm">
          Everyone is asked to accept the {legalDocuments[kind].name} before they go on, and new users when they
          register.
        </Text>
      ) : (
        <Radio.Group label="Who is asked to accept it?" value={asks} onChange={setAsks}>
          <Stack gap="xs" mt="xs">
            <Radio value="yes" label="Everyone, before they go on" />
            <Radio value="no" label="Only new users, as it says the same in better words" />
          </Stack>
        </Radio.Group>
      )}
    </Confirm>
  )
}
