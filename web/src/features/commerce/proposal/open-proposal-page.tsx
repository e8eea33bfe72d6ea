import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Card, Container, Group, Skeleton, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toDay } from '@/shared/format'
import { money } from '@/shared/money'
import { Outcome } from '@/shared/outcome'
import { PageHead } from '@/shared/page-head'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { type OpenProposal, openFileAddress, openProposalQuery, useAcceptProposal, useDeclineProposal } from './api'
import { ProposalLines } from './proposal-lines'

/** A proposal as a company sees it by its private link, where it accepts or declines it. */
export function OpenProposalPage({ token }: { token: string }) {
  const proposal = useQuery({ ...openProposalQuery(token), enabled: token !== '' })
  const bad = token === '' || (proposal.error instanceof ApiError && proposal.error.status === 404)
  return (
    <Container size="md" py="xl">
      {bad ? (
        <>
          <PageTitle title={t`Proposal`} mb="lg" />
          <Outcome bad text={t`This link doesn't work. Open it again from the email.`} />
        </>
      ) : (
        <QueryView query={proposal} skeleton={<Skeleton height={480} radius="lg" />} isPage>
          {(open) => <Proposal token={token} proposal={open} />}
        </QueryView>
      )}
    </Container>
  )
}

function Proposal({ token, proposal }: { token: string; proposal: OpenProposal }) {
  const { number, version, seller, buyer, valid_until, terms, status } = proposal
  const [open, setOpen] = useState<'accept' | 'decline'>()
  const until = toDay(valid_until)
  const isOpen = status === 'sent' || status === 'viewed'
  return (
    <>
      <PageHead title={t`Proposal ${number}`} lead={t`Version ${version}, valid until ${until}`}>
        <Button component="a" variant="default" href={openFileAddress(token)} download>
          <Trans>Download PDF</Trans>
        </Button>
      </PageHead>
      <Stack>
        <Status proposal={proposal} />
        <Card withBorder padding="lg" radius="lg">
          <Group justify="space-between" align="flex-start" mb="md">
            <Party title={t({ message: 'From', context: 'proposal' })} name={seller.name} more={seller.address} />
            <Party title={t({ message: 'For', context: 'proposal' })} name={buyer.name} more={buyer.address} />
          </Group>
          <ProposalLines proposal={proposal} />
          {terms && (
            <>
              <Title order={2} size="h5" mt="md">
                <Trans>Terms</Trans>
              </Title>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{terms}</Text>
            </>
          )}
        </Card>
        {isOpen && (
          <Group>
            <Button size="md" onClick={() => setOpen('accept')}>
              <Trans>Accept proposal</Trans>
            </Button>
            <Button size="md" variant="default" onClick={() => setOpen('decline')}>
              <Trans>Decline</Trans>
            </Button>
          </Group>
        )}
      </Stack>
      {open === 'accept' && <AcceptDialog token={token} proposal={proposal} onClose={() => setOpen(undefined)} />}
      {open === 'decline' && <DeclineDialog token={token} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Party({ title, name, more }: { title: string; name: string; more: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fw={600}>{name}</Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {more}
      </Text>
    </div>
  )
}

function Status({ proposal: { status, decided_name, decided_at } }: { proposal: OpenProposal }) {
  const day = decided_at ? toDay(decided_at) : ''
  if (status === 'accepted') {
    return (
      <Alert role="status" color="evergreen">
        <Trans>
          Accepted by {decided_name} on {day}. We will contact you about the next steps.
        </Trans>
      </Alert>
    )
  }
  if (status === 'declined') {
    return (
      <Alert role="status" color="gray">
        <Trans>
          Declined by {decided_name} on {day}.
        </Trans>
      </Alert>
    )
  }
  if (status === 'expired') {
    return (
      <Alert role="status" color="orange">
        <Trans>This proposal is no longer valid. We may have sent you a newer one, or you can ask us for it.</Trans>
      </Alert>
    )
  }
  return null
}

type DialogProps = { token: string; onClose: () => void }

function AcceptDialog({ token, proposal, onClose }: DialogProps & { proposal: OpenProposal }) {
  const accept = useAcceptProposal(token)
  const [name, setName] = useState('')
  const [po, setPo] = useState('')
  const errors = fieldErrors(accept.error)
  const sum = money(proposal.total, proposal.currency)
  const { buyer } = proposal
  const company = buyer.name
  return (
    <FormDialog
      title={t`Accept proposal`}
      submit={t`Accept for ${sum}`}
      onClose={onClose}
      mutation={accept}
      fields={['name', 'po_number']}
      onSubmit={() => accept.mutate({ name, po_number: po }, { onSuccess: onClose })}
    >
      <Text>
        <Trans>You order what this proposal describes for {company}. We keep your name and the time.</Trans>
      </Text>
      <NameField value={name} error={errors.name} onChange={setName} />
      <TextInput
        label={t`Your order number (optional)`}
        maxLength={60}
        value={po}
        error={errors.po_number}
        onChange={({ currentTarget: { value } }) => setPo(value)}
      />
    </FormDialog>
  )
}

function DeclineDialog({ token, onClose }: DialogProps) {
  const decline = useDeclineProposal(token)
  const [name, setName] = useState('')
  const [reason, setReason] = useState('')
  const errors = fieldErrors(decline.error)
  return (
    <FormDialog
      title={t`Decline proposal`}
      submit={t`Decline proposal`}
      onClose={onClose}
      mutation={decline}
      fields={['name', 'reason']}
      onSubmit={() => decline.mutate({ name, reason }, { onSuccess: onClose })}
    >
      <NameField value={name} error={errors.name} onChange={setName} />
      <Textarea
        label={t`Why? (optional)`}
        rows={3}
        maxLength={1000}
        value={reason}
        error={errors.reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  )
}

type NameProps = { value: string; error: string | undefined; onChange: (name: string) => void }

const NameField = ({ value, error, onChange }: NameProps) => (
  <TextInput
    required
    label={t`Your full name`}
    autoComplete="name"
    maxLength={120}
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
