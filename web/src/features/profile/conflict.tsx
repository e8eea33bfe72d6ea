import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

/** The profile was changed elsewhere while it was edited here: nothing is lost, and its owner decides. */
export function Conflict({ onKeep, onTake }: { onKeep: () => void; onTake: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      role="alert"
      color="apricot"
      icon={<IconArrowsSplit2 />}
      title="Your profile was changed elsewhere meanwhile"
      ref={box}
      tabIndex={-1}
    >
      <Text size="sm">What you typed is still here. You can save it over what is there now, or take that instead.</Text>
      <Group mt="sm" gap="sm">
        <Button size="xs" h={36} onClick={onKeep}>
          Save mine
        </Button>
        <Button size="xs" h={36} variant="default" onClick={onTake}>
          Take what is there
        </Button>
      </Group>
    </Alert>
  )
}
