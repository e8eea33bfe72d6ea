import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'

import { toast } from '@/shared/toasts'

/** A new address, shown once: to copy, or to open in the calendar program of the device. */
export function FeedAddress({ path }: { path: string }) {
  const [blocked, setBlocked] = useState(false)
  const address = new URL(path, window.location.origin)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address.href)
      toast(t`Address copied.`)
    } catch {
      setBlocked(true)
    }
  }
  return (
    <Stack gap="sm">
      <Alert color="apricot" title={t`Copy this address now`}>
        <Trans>It won't be shown again. Anyone who has it sees your sessions, so don't share it.</Trans>
      </Alert>
      <TextInput
        label={t`Calendar address`}
        readOnly
        value={address.href}
        onFocus={(event) => event.currentTarget.select()}
      />
      {blocked && (
        <Text size="sm">
          <Trans>Your browser blocked copying. Select the address and copy it.</Trans>
        </Text>
      )}
      <Group gap="xs">
        <Button leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
          <Trans>Copy address</Trans>
        </Button>
        <Button
          component="a"
          variant="default"
          href={`webcal://${address.host}${address.pathname}`}
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          <Trans>Open in calendar program</Trans>
        </Button>
      </Group>
      <Instructions />
    </Stack>
  )
}

const Instructions = () => (
  <List size="sm" spacing={4}>
    <List.Item>
      <Trans>
        <b>Google Calendar:</b> on a computer, choose + next to “Other calendars”, then “From URL”.
      </Trans>
    </List.Item>
    <List.Item>
      <Trans>
        <b>Apple Calendar:</b> choose “Open in calendar program”, or File, then New Calendar Subscription.
      </Trans>
    </List.Item>
    <List.Item>
      <Trans>
        <b>Outlook:</b> choose Add calendar, then “Subscribe from web”.
      </Trans>
    </List.Item>
  </List>
)
