import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'

import { toMinute } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { useRemind } from './api'

type Props = {
  id: string
  /** How many have not confirmed the announcement, or not read it. */
  missing: number
  requiresAck: boolean
  remindedAt: string | undefined | null
}

/** Reminds those for whom an announcement still waits. */
export function RemindButton({ id, missing, requiresAck, remindedAt }: Props) {
  const remind = useRemind()
  const last = remindedAt && toMinute(remindedAt)
  const ask = () =>
    remind.mutate(id, {
      onSuccess: ({ count }) => toast(plural(count, { one: '# person is reminded.', other: '# people are reminded.' })),
    })
  if (missing === 0) return null
  return (
    <>
      {remind.error && <Failure error={remind.error} />}
      <Group gap="sm" mt="md">
        <Button variant="default" leftSection={<IconBell size={18} />} loading={remind.isPending} onClick={ask}>
          {requiresAck ? (
            <Trans>Remind those who haven't confirmed ({missing})</Trans>
          ) : (
            <Trans>Remind those who haven't read it ({missing})</Trans>
          )}
        </Button>
        {last && (
          <Text size="sm" c="dimmed">
            {t`Last reminder: ${last}`}
          </Text>
        )}
      </Group>
    </>
  )
}
