import { Trans } from '@lingui/react/macro'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'

import type { Schema } from '@/api/client'
import { Failure } from '@/shared/query-view'

import { useBeginEnrolment, useEnrol } from './api'
import { AppSetup } from './app-setup'
import { RecoveryCodes } from './recovery-codes'

type Props = { step: Schema<'SecondStep'>; onSignedIn: (answer: Schema<'SignedIn'>) => void }

/** For users whose role requires a second factor and who have none: they set one up before anything else. */
export function Enrolment({ step: { challengeToken }, onSignedIn }: Props) {
  const { mutate: begin, data: setup, error } = useBeginEnrolment()
  const enrol = useEnrol()
  const [kept, setKept] = useState(false)
  useEffect(() => begin(challengeToken), [begin, challengeToken])

  if (error) return <Failure error={error} retry={() => begin(challengeToken)} />
  if (enrol.data) {
    const { session, recoveryCodes } = enrol.data
    return (
      <Stack>
        <RecoveryCodes codes={recoveryCodes} onKept={() => setKept(true)} />
        <Button size="md" disabled={!kept} onClick={() => onSignedIn(session)}>
          <Trans context="to the next step">Continue</Trans>
        </Button>
      </Stack>
    )
  }
  if (!setup) return <Skeleton height={320} />
  return (
    <Stack>
      <Text>
        <Trans>Your role requires two-factor authentication. Setting it up takes about 2 minutes.</Trans>
      </Text>
      <AppSetup
        setup={setup}
        send={enrol}
        onCode={(code, refused) => enrol.mutate({ challengeToken, code }, { onError: refused })}
      />
    </Stack>
  )
}
