import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Card, Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { disputeLabels, disputeReason } from '@/shared/disputes'
import { toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { money } from '@/shared/money'
import { personName } from '@/shared/person-name'
import { Failure } from '@/shared/query-view'

import { type Dispute, disputesQuery, useEvidence } from './api'

/** Payments that buyers have disputed at their banks, newest first. */
export function Disputes() {
  const disputes = useQuery(disputesQuery)
  if (!disputes.data || disputes.data.items.length === 0) return null
  return (
    <Card withBorder padding="md" radius="lg" mb="md" component="section" aria-label={t`Disputes`}>
      <Title order={2} size="h4">{t`Disputes`}</Title>
      <Text size="sm" c="dimmed">
        {t`Buyers have asked their banks for these payments. Answer in the dashboard of the payment provider, with the evidence.`}
      </Text>
      {disputes.data.items.map((dispute) => (
        <DisputeRow key={dispute.id} dispute={dispute} />
      ))}
    </Card>
  )
}

const colors: Record<Dispute['status'], string> = {
  needs_response: 'red',
  under_review: 'apricot',
  won: 'evergreen',
  lost: 'gray',
}

function DisputeRow({ dispute }: { dispute: Dispute }) {
  const { id, order_id, order_number, buyer_name, amount, currency, reason, status, respond_by, withdrawn } = dispute
  const evidence = useEvidence(dispute)
  const until = status === 'needs_response' && respond_by && toDay(respond_by)
  return (
    <>
      <Group justify="space-between" mt="sm">
        <div>
          <Text fw={600} component="div">
            <TextLink to="/checkout" search={{ order: order_id }}>
              {order_number}
            </TextLink>
            , {personName(buyer_name)}, {money(amount, currency)}{' '}
            <Badge variant="light" color={colors[status]} tt="none">
              {t(disputeLabels[status])}
            </Badge>
          </Text>
          <Text size="sm" c="dimmed">
            {[disputeReason(reason), !withdrawn && t`inquiry, no money taken`, until && t`answer by ${until}`]
              .filter(Boolean)
              .join(', ')}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          aria-label={t`Evidence for ${order_number}`}
          loading={evidence.isPending}
          onClick={() => evidence.mutate(id)}
        >
          <Trans>Evidence</Trans>
        </Button>
      </Group>
      {evidence.error && <Failure error={evidence.error} />}
    </>
  )
}
