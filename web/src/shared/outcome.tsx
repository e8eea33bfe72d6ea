import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  bad?: boolean
  text: string
  /** What to do next. */
  children?: ReactNode
}

/** The result of a link or form that cannot be used again. Takes the focus from what it replaces. */
export function Outcome({ bad = false, text, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Stack>
      <Alert
        role={bad ? 'alert' : 'status'}
        color={bad ? 'red' : 'evergreen'}
        icon={bad ? <IconLinkOff /> : <IconCircleCheck />}
        ref={box}
        tabIndex={-1}
      >
        <Text size="sm">{text}</Text>
      </Alert>
      {children}
    </Stack>
  )
}
