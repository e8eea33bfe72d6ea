import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'

import { nextWindow, type Window } from './values'

type Props = {
  /** The day, such as `Monday`. */
  day: string
  windows: Window[]
  onChange: (windows: Window[]) => void
  error?: string | undefined
}

const narrow = { input: { paddingInline: 8 } } // two times and a button fit a phone

/** The windows of a day. */
export function WindowsField({ day, windows, onChange, error }: Props) {
  const change = (key: number, part: Partial<Window>) =>
    onChange(windows.map((window) => (window.key === key ? { ...window, ...part } : window)))
  return (
    <Stack gap={6}>
      {windows.map(({ key, from, until }) => (
        <Group key={key} gap={6} wrap="nowrap">
          <TextInput
            type="time"
            flex={1}
            miw={0}
            maw={150}
            styles={narrow}
            aria-label={t`${day}, from`}
            value={from}
            onChange={({ currentTarget: { value } }) => change(key, { from: value })}
          />
          <Text aria-hidden>–</Text>
          <TextInput
            type="time"
            flex={1}
            miw={0}
            maw={150}
            styles={narrow}
            aria-label={t`${day}, until`}
            value={until}
            onChange={({ currentTarget: { value } }) => change(key, { until: value })}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={t`Remove ${from} to ${until} on ${day}`}
            onClick={() => onChange(windows.filter((window) => window.key !== key))}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          aria-label={t`Add hours on ${day}`}
          onClick={() => onChange([...windows, nextWindow(windows)])}
        >
          <Trans>Add hours</Trans>
        </Button>
      </div>
    </Stack>
  )
}
