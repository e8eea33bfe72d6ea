import { Plural } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { attemptsLeft, secondsLocked } from '@/shared/attempts'

import { FormSummary } from '@/shared/form-summary'

import { Countdown } from './countdown'

type Props = { title?: string; error: Error | null; fields: string[] }

/** Why a form with a password was refused, how many attempts are left, and how long a lockout lasts. */
export function AttemptSummary({ error, ...rest }: Props) {
  // Counted from the arrival of the response: this device's clock may differ from the server's.
  const until = useMemo(() => {
    const seconds = secondsLocked(error)
    return seconds === undefined ? undefined : Date.now() + seconds * 1000
  }, [error])
  const left = attemptsLeft(error)

  return (
    <FormSummary error={error} {...rest}>
      {left !== undefined && (
        <Text size="sm">
          <Plural
            value={left}
            one="# attempt left. After that, you have to wait."
            other="# attempts left. After that, you have to wait."
          />
        </Text>
      )}
      {until !== undefined && <Countdown key={until} until={until} />}
    </FormSummary>
  )
}
