import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toDay } from '@/shared/format'
import { money } from '@/shared/money'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Proposal, proposalsQuery, useDeleteProposal, useProposalFile, useSendProposal } from './api'
import { proposalStatuses } from './labels'
import { ProposalDialog } from './proposal-dialog'

type Props = {
  leadId: string
  /** To whom it is sent. */
  email: string
  /** After something that moves the lead. */
  onSent: () => void
}

/** The proposals to a company that has asked for training. */
export function ProposalsCard({ leadId, email, onSent }: Props) {
  const proposals = useQuery(proposalsQuery(leadId))
  const [editing, setEditing] = useState<Proposal | 'new'>()
  const [sending, setSending] = useState<Proposal>()
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Proposals`}>
      <QueryView query={proposals} skeleton={<Skeleton height={90} />}>
        {(all) => (
          <Stack>
            <Group justify="space-between">
              <Title order={2} size="h5">
                <Trans>Proposals</Trans>
              </Title>
              {all[0]?.status !== 'draft' && (
                <Button variant="default" size="xs" onClick={() => setEditing('new')}>
                  {all.length === 0 ? t`Write proposal` : t`Write new version`}
                </Button>
              )}
            </Group>
            {all.length === 0 && (
              <Text size="sm" c="dimmed">
                <Trans>No proposal yet. The company accepts it online by a private link.</Trans>
              </Text>
            )}
            {all.map((proposal) => (
              <Version
                key={proposal.id}
                leadId={leadId}
                proposal={proposal}
                onEdit={() => setEditing(proposal)}
                onSend={() => setSending(proposal)}
              />
            ))}
            {editing && (
              <ProposalDialog
                leadId={leadId}
                draft={editing === 'new' ? undefined : editing}
                begin={editing === 'new' ? all[0] : editing}
                onClose={() => setEditing(undefined)}
              />
            )}
          </Stack>
        )}
      </QueryView>
      {sending && (
        <SendDialog
          leadId={leadId}
          proposal={sending}
          email={email}
          onSent={onSent}
          onClose={() => setSending(undefined)}
        />
      )}
    </Card>
  )
}

type VersionProps = { leadId: string; proposal: Proposal; onEdit: () => void; onSend: () => void }

function Version({ leadId, proposal, onEdit, onSend }: VersionProps) {
  const { id, number, version, status, total, currency, valid_until, decided_name, decided_at, po_number } = proposal
  const remove = useDeleteProposal(leadId)
  const pdf = useProposalFile(leadId)
  const until = toDay(valid_until)
  const day = decided_at ? toDay(decided_at) : ''
  const failure = remove.error ?? pdf.error
  return (
    <div>
      {failure && <Failure error={failure} />}
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          <Trans>
            {number}, version {version}
          </Trans>
        </Text>
        <Badge
          variant="light"
          tt="none"
          color={status === 'accepted' ? 'evergreen' : status === 'declined' ? 'red' : 'gray'}
        >
          {t(proposalStatuses[status])}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {money(total, currency)} · {t`Valid until ${until}`}
      </Text>
      {status === 'accepted' && (
        <Text size="sm">
          {po_number
            ? t`Accepted by ${decided_name} on ${day}, order number ${po_number}`
            : t`Accepted by ${decided_name} on ${day}`}
        </Text>
      )}
      {status === 'declined' && (
        <Text size="sm">
          <Trans>
            Declined by {decided_name} on {day}
          </Trans>
        </Text>
      )}
      {proposal.decline_reason && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {proposal.decline_reason}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {status === 'draft' && (
          <>
            <Button size="xs" onClick={onSend}>
              <Trans>Send proposal</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={onEdit}>
              <Trans>Edit proposal</Trans>
            </Button>
          </>
        )}
        <Button size="xs" variant="subtle" loading={pdf.isPending} onClick={() => pdf.mutate(proposal)}>
          <Trans>Download PDF</Trans>
        </Button>
        {status === 'draft' && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(id, { onSuccess: () => toast(t`Draft deleted.`) })}
          >
            <Trans>Delete draft</Trans>
          </Button>
        )}
      </Group>
    </div>
  )
}

type SendProps = Props & { proposal: Proposal; onClose: () => void }

function SendDialog({ leadId, proposal, email, onSent, onClose }: SendProps) {
  const send = useSendProposal(leadId)
  const sum = money(proposal.total, proposal.currency)
  return (
    <Confirm
      title={t`Send proposal?`}
      text={t`${email} gets a private link to this proposal of ${sum}. Versions that you sent before are no longer valid.`}
      action={t`Send proposal`}
      onConfirm={() =>
        send.mutate(proposal.id, {
          onSuccess: () => {
            toast(t`Proposal sent.`)
            onSent()
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={send.isPending}
      error={send.error}
    />
  )
}
