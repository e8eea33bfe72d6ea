import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Or } from '@/shared/or'
import { Failure } from '@/shared/query-view'

import { useVerify, useVerifyPasskey } from './api'
import { CodeForm } from './code-form'
import { passkeysWork } from './passkey'

type Props = {
  step: Schema<'SecondStep'>
  onSignedIn: (answer: Schema<'SignedIn'>) => void
  /** Returns to the password. */
  onBack: () => void
}

/** The second step of a sign-in: a passkey, a code from the authenticator app, or a recovery code. */
export function SecondStep({ step, onSignedIn, onBack }: Props) {
  const withPasskey = step.methods.includes('passkey') && passkeysWork()
  const codes = step.methods.filter((method) => method !== 'passkey')
  const [method, setMethod] = useState(codes[0])
  const other = codes.find((m) => m !== method)
  return (
    <Stack>
      {withPasskey && <ByPasskey step={step} onSignedIn={onSignedIn} />}
      {withPasskey && method && (
        <Or>
          <Trans>or</Trans>
        </Or>
      )}
      {method && <ByCode key={method} method={method} step={step} onSignedIn={onSignedIn} />}
      {!withPasskey && !method && (
        <Text>
          <Trans>This browser has no passkeys at this address. Please open the site where you added yours.</Trans>
        </Text>
      )}
      {other && (
        <Anchor component="button" type="button" ta="start" onClick={() => setMethod(other)}>
          {other === 'recovery_code' ? t`Use a recovery code instead` : t`Use your authenticator app instead`}
        </Anchor>
      )}
      <Anchor component="button" type="button" ta="start" onClick={onBack}>
        <Trans>Start again with another account</Trans>
      </Anchor>
    </Stack>
  )
}

type Way = Omit<Props, 'onBack'>

function ByPasskey({ step, onSignedIn }: Way) {
  const verify = useVerifyPasskey(step.challengeToken, onSignedIn)
  return (
    <>
      {verify.error && <Failure error={verify.error} />}
      <Button
        size="md"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={verify.isPending}
        onClick={() => verify.mutate()}
      >
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  )
}

const asks = {
  totp: { label: 'Code', description: 'Six digits, from your authenticator app.', numeric: true },
  recovery_code: { label: 'Recovery code', description: 'One of those that you have kept. Each works once.' },
}

function ByCode({ step, method, onSignedIn }: Way & { method: keyof typeof asks | 'passkey' }) {
  const verify = useVerify(onSignedIn)
  if (method === 'passkey') return null
  return (
    <CodeForm
      {...asks[method]}
      act={t`Sign in`}
      send={verify}
      onCode={(code, refused) =>
        verify.mutate({ challengeToken: step.challengeToken, method, code }, { onError: refused })
      }
    />
  )
}
