import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  title: string
  /** The differences, or what happens to the text typed here. */
  children: ReactNode
  onKeep: () => void
  onTake: () => void
}

/**
 * Shown when a save met a newer version (412): nothing is lost, and the user chooses between the two. Takes the
 * focus.
 */
export function ChangedElsewhere({ title, children, onKeep, onTake }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert role="alert" color="apricot" icon={<IconArrowsSplit2 />} title={title} ref={box} tabIndex={-1} my="sm">
      <Stack gap="sm">
        {children}
        <Group gap="sm">
          <Button size="xs" h={36} onClick={onKeep}>
            <Trans>Keep mine</Trans>
          </Button>
          <Button size="xs" h={36} variant="default" onClick={onTake}>
            <Trans>Use saved version</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
