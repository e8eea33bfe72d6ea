import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, CopyButton, Group, Input, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { toMinute } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type PostDraft, useSharePreview, useWithdrawPreview } from './api'

/** A link that shows the draft to people without an account. */
export function PreviewLink({ draft }: { draft: PostDraft }) {
  const share = useSharePreview(draft.id)
  const withdraw = useWithdrawPreview(draft.id)
  const [until, setUntil] = useState(draft.previewExpiresAt)
  const link = until && share.data ? new URL(share.data.path, window.location.href).href : undefined
  const error = share.error ?? withdraw.error
  const isValid = until !== null && Date.parse(until) > Date.now()
  return (
    <div>
      <Input.Label size="md" labelElement="div">
        <Trans>Preview link</Trans>
      </Input.Label>
      <Text size="sm" c="dimmed">
        {isValid
          ? t`Shows this draft to everybody who has the link, until ${toMinute(until)}.`
          : t`Shows this draft for 7 days to everybody who has the link, also without an account.`}
      </Text>
      {link && (
        <TextInput
          mt={4}
          aria-label={t`Preview link`}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Group gap="xs" mt={4}>
        {link ? (
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" h={36} onClick={copy}>
                {copied ? t`Copied` : t`Copy link`}
              </Button>
            )}
          </CopyButton>
        ) : (
          <Button
            variant="default"
            size="xs"
            h={36}
            loading={share.isPending}
            onClick={() => share.mutate(undefined, { onSuccess: ({ expiresAt }) => setUntil(expiresAt) })}
          >
            {isValid ? t`Replace link` : t`Create link`}
          </Button>
        )}
        {isValid && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            h={36}
            loading={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(undefined, {
                onSuccess: () => {
                  setUntil(null)
                  share.reset()
                  toast(t`Preview link withdrawn.`)
                },
              })
            }
          >
            <Trans>Withdraw link</Trans>
          </Button>
        )}
      </Group>
      {error && <Failure error={error} />}
    </div>
  )
}
