import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import type { LegalKind } from '@/shared/legal'
import { toast } from '@/shared/toasts'

import { type Draft, usePublish } from './api'

type Props = { kind: LegalKind; draft: Draft; onClose: () => void }

/** Publishes a draft, and asks whether users accept it anew. */
export function PublishDialog({ kind, draft: { value, tag }, onClose }: Props) {
  const publish = usePublish(kind)
  const [asks, setAsks] = useState('yes')
  const next = value.published + 1
  const send = () =>
    publish.mutate(
      { requiresAcceptance: asks === 'yes', tag },
      {
        onSuccess: ({ version }) => {
          toast(t`Version ${version} published.`)
          onClose()
        },
      },
    )
  return (
    <Confirm
      title={t`Publish version ${next}?`}
      text={t`Everyone will be able to read it, and you can't change it afterwards. By publishing it, you accept it yourself.`}
      action={t`Publish`}
      pending={publish.isPending}
      error={publish.error}
      onConfirm={send}
      onClose={onClose}
    >
      {value.published === 0 ? (
        <Text size="sm">
          {kind === 'terms' ? (
            <Trans>All users must accept the terms of use to continue, and new users when they sign up.</Trans>
          ) : (
            <Trans>All users must accept the privacy policy to continue, and new users when they sign up.</Trans>
          )}
        </Text>
      ) : (
        <Radio.Group label={t`Who must accept it`} value={asks} onChange={setAsks}>
          <Stack gap="xs" mt="xs">
            <Radio value="yes" label={t`All users, before they continue`} />
            <Radio value="no" label={t`Only new users, because only the wording has changed`} />
          </Stack>
        </Radio.Group>
      )}
    </Confirm>
  )
}
