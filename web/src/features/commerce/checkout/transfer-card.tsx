import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, FileButton, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { toDay } from '@/shared/format'
import { money } from '@/shared/money'
import { Failure, QueryView } from '@/shared/query-view'

import { transferQuery, useSendProof } from './api'

type Props = {
  orderId: string /** Of an order by invoice: by when a company pays for its seats. */
  dueAt: string | null
}

/** Where to transfer the amount of an order, and the proof of it. */
export function TransferCard({ orderId, dueAt }: Props) {
  const transfer = useQuery(transferQuery(orderId))
  const send = useSendProof(orderId)
  return (
    <QueryView query={transfer} skeleton={<Skeleton height={280} />}>
      {({ id, account, amount, currency, reference, state, proof_name, proof_url, expires_at }) => {
        const day = toDay(dueAt ?? expires_at)
        return (
          <Stack gap="sm">
            <Title order={2} size="h3" role="status">
              {state === 'submitted' ? t`We are checking your bank transfer` : t`Pay by bank transfer`}
            </Title>
            <Text>
              {state === 'submitted' && dueAt ? (
                <Trans>Your company gets the seats as soon as the money has arrived. You can leave this page.</Trans>
              ) : state === 'submitted' ? (
                <Trans>You'll be enrolled as soon as the money has arrived. You can leave this page.</Trans>
              ) : (
                <Trans>Transfer the amount by {day}, then send us a proof, such as a screenshot of your bank.</Trans>
              )}
            </Text>
            <dl style={{ margin: 0, display: 'grid', gap: 8 }}>
              <Fact label={t`Account`} value={account} />
              <Fact label={t`Amount`} value={money(amount, currency)} />
              <Fact label={t`Payment reference`} value={reference} />
            </dl>
            {proof_name && (
              <Text>
                <Trans>Proof:</Trans>{' '}
                <Anchor href={proof_url} target="_blank" rel="noreferrer">
                  {proof_name}
                </Anchor>
              </Text>
            )}
            <div>
              <FileButton
                accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
                onChange={(file) => file && send.mutate({ id, content: file })}
                inputProps={{ 'aria-label': t`Proof of the transfer` }}
              >
                {(button) => (
                  <Button {...button} variant={proof_name ? 'default' : 'filled'} loading={send.isPending}>
                    {proof_name ? t`Replace proof` : t`Send proof`}
                  </Button>
                )}
              </FileButton>
            </div>
            {send.error && <Failure error={send.error} />}
          </Stack>
        )
      }}
    </QueryView>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text component="dt" size="sm" c="dimmed">
      {label}
    </Text>
    <Text component="dd" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {value}
    </Text>
  </div>
)
