import { msg, t } from '@lingui/core/macro'
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
          <Trans>
            Your passkey doesn't work here. Open the site in a browser and at the address where you added it.
          </Trans>
        </Text>
      )}
      {other && (
        <Anchor component="button" type="button" ta="start" onClick={() => setMethod(other)}>
          {other === 'recovery_code' ? t`Use a recovery code instead` : t`Use your authenticator app instead`}
        </Anchor>
      )}
      <Anchor component="button" type="button" ta="start" onClick={onBack}>
        <Trans>Use a different account</Trans>
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
  totp: { label: msg`Code`, description: msg`The 6 digits from your authenticator app.`, numeric: true },
  recovery_code: {
    label: msg`Recovery code`,
    description: msg`One of the codes you saved. Each works once.`,
    numeric: false,
  },
}

function ByCode({ step, method, onSignedIn }: Way & { method: keyof typeof asks | 'passkey' }) {
  const verify = useVerify(onSignedIn)
  if (method === 'passkey') return null
  const { label, description, numeric } = asks[method]
  return (
    <CodeForm
      label={t(label)}
      description={t(description)}
      numeric={numeric}
      act={t`Sign in`}
      send={verify}
      onCode={(code, refused) =>
        verify.mutate({ challengeToken: step.challengeToken, method, code }, { onError: refused })
      }
    />
  )
}
