import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
          toast(t`Version ${version} applies from now on.`)
          onClose()
        },
      },
    )
  return (
    <Confirm
      title={t`Publish version ${value.published + 1}?`}
      text={t`Everyone can read it, and it can no longer be changed. By publishing it you accept it yourself.`}
      action={t`Publish`}
      pending={publish.isPending}
      error={publish.error}
      onConfirm={send}
      onClose={onClose}
    >
      {value.published === 0 ? (
        <Text size="sm">
          <Trans>
            Everyone is asked to accept the {t(legalDocuments[kind].name)} before they go on, and new users when they
            register.
          </Trans>
        </Text>
      ) : (
        <Radio.Group label={t`Who is asked to accept it?`} value={asks} onChange={setAsks}>
          <Stack gap="xs" mt="xs">
            <Radio value="yes" label={t`Everyone, before they go on`} />
            <Radio value="no" label={t`Only new users, as it says the same in better words`} />
          </Stack>
        </Radio.Group>
      )}
    </Confirm>
  )
}
