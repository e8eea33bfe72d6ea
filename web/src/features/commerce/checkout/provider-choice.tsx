import { t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'

import type { Schema } from '@/api/client'

type Provider = Schema<'ProviderInfo'>

type Props = { providers: Provider[]; chosen: string; onChoose: (name: string) => void }

/** How to pay; nothing where there is only one way. */
export function ProviderChoice({ providers, chosen, onChoose }: Props) {
  if (providers.length < 2) return null
  return (
    <Radio.Group label={t`Payment method`} value={chosen} onChange={onChoose}>
      <Stack gap="xs" mt="xs">
        {providers.map(({ name }) => (
          <Radio key={name} value={name} label={providerNames[name]?.() ?? name} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const providerNames: Record<string, (() => string) | undefined> = {
  stripe: () => t`Card, wallet or bank, at Stripe`,
  razorpay: () => t`UPI, card, wallet or bank, at Razorpay`,
  bank_transfer: () => t`Bank transfer`,
  test: () => t`Test card`,
}
