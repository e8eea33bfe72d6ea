import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { dated } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type Certificate, courseCertificatesQuery, type Status, statuses, useDownloadAll } from './api'
import { DeclineDialog, ProposeDialog, ReissueDialog, RevokeDialog } from './decide-dialogs'
import { IssueDialog } from './issue-dialog'
import { RuleDialog } from './rule-dialog'
import { CertificateStatus, statusNames } from './state'

type Open =
  | { what: 'rule' | 'issue' }
  | { what: 'revoke' | 'reissue' | 'propose' | 'keep-name' | 'keep'; certificate: Certificate }

type Props = {
  courseId: string
  /** Whether the user may revoke certificates and issue them again. */
  decides: boolean
}

/** By which rule certificates of a course are issued, and which were. */
export function CourseCertificatesPage({ courseId, decides }: Props) {
  const [status, setStatus] = useState<Status | ''>('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Open>()
  const certificates = useQuery(courseCertificatesQuery(courseId, status, page))
  const download = useDownloadAll(courseId)
  const close = () => setOpen(undefined)
  const choose = (next: Status | '') => {
    setStatus(next)
    setPage(1)
  }
  return (
    <>
      <PageHead title={t`Certificates`} lead={t`Who gets a certificate of this course, and who has one.`}>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate(status)}>
          <Trans>Download all</Trans>
        </Button>
        <Button variant="default" onClick={() => setOpen({ what: 'rule' })}>
          <Trans>Edit rule</Trans>
        </Button>
        <Button onClick={() => setOpen({ what: 'issue' })}>
          <Trans>Issue certificates</Trans>
        </Button>
      </PageHead>
      {download.error && <Failure error={download.error} />}
      <Group component="search" mb="sm">
        <NativeSelect
          aria-label={t`Status`}
          radius="xl"
          value={status}
          data={[
            { value: '', label: t`All statuses` },
            ...statuses.map((value) => ({ value, label: t(statusNames[value]) })),
          ]}
          onChange={(event) => choose(event.currentTarget.value as Status | '')}
        />
      </Group>
      <QueryView
        query={certificates}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          status ? (
            <NoMatches title={t`No matching certificates`} onClear={() => choose('')}>
              <Trans>No certificate has this status.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No certificates yet`}>
              <Trans>Set the rule, and learners who meet it get a certificate.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Total
              pagination={pagination}
              counted={(n) => plural(n, { one: '# certificate', other: '# certificates' })}
            />
            <DataTable
              label={t`Certificates`}
              columns={columns(decides, setOpen)}
              rows={items}
              idOf={({ id }) => id}
              tall
            />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
      {open?.what === 'rule' && <RuleDialog courseId={courseId} onClose={close} />}
      {open?.what === 'issue' && <IssueDialog courseId={courseId} onClose={close} />}
      {open?.what === 'revoke' && <RevokeDialog certificate={open.certificate} onClose={close} />}
      {open?.what === 'propose' && <ProposeDialog certificate={open.certificate} onClose={close} />}
      {open?.what === 'keep-name' && <DeclineDialog request="name" certificate={open.certificate} onClose={close} />}
      {open?.what === 'keep' && <DeclineDialog request="revocation" certificate={open.certificate} onClose={close} />}
      {open?.what === 'reissue' && <ReissueDialog certificate={open.certificate} onClose={close} />}
    </>
  )
}

const columns = (decides: boolean, onOpen: (open: Open) => void): Column<Certificate>[] => [
  { id: 'name', label: t`Name`, place: 'lead', cell: (certificate) => <Holder certificate={certificate} /> },
  {
    id: 'code',
    label: t`Code`,
    cell: ({ code }) => (
      <TextLink to="/verify/$code" params={{ code }}>
        {code}
      </TextLink>
    ),
  },
  { id: 'issued', label: t`Issued`, cell: ({ facts }) => facts.issued_on && dated(facts.issued_on) },
  { id: 'until', label: t`Valid until`, cell: ({ facts }) => facts.valid_until && dated(facts.valid_until) },
  { id: 'status', label: t`Status`, cell: ({ status }) => <CertificateStatus status={status} /> },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (certificate) =>
      certificate.status === 'issued' && <Actions certificate={certificate} decides={decides} onOpen={onOpen} />,
  },
]

type ActionsProps = { certificate: Certificate; decides: boolean; onOpen: (open: Open) => void }

function Actions({ certificate, decides, onOpen }: ActionsProps) {
  const { code, asked_name: asked, proposed_at: proposed } = certificate
  if (!decides) {
    return (
      <Button
        variant="subtle"
        color="red"
        aria-label={t`Propose to revoke ${code}`}
        onClick={() => onOpen({ what: 'propose', certificate })}
      >
        <Trans>Propose revocation</Trans>
      </Button>
    )
  }
  return (
    <Group gap={4} justify="flex-end">
      {asked && (
        <Button
          variant="subtle"
          aria-label={t`Keep the name on ${code}`}
          onClick={() => onOpen({ what: 'keep-name', certificate })}
        >
          <Trans>Keep name</Trans>
        </Button>
      )}
      {proposed && (
        <Button variant="subtle" aria-label={t`Keep ${code}`} onClick={() => onOpen({ what: 'keep', certificate })}>
          <Trans>Keep certificate</Trans>
        </Button>
      )}
      <Button
        variant="subtle"
        aria-label={t`Issue ${code} again`}
        onClick={() => onOpen({ what: 'reissue', certificate })}
      >
        <Trans>Issue again</Trans>
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-label={t`Revoke ${code}`}
        onClick={() => onOpen({ what: 'revoke', certificate })}
      >
        <Trans>Revoke</Trans>
      </Button>
    </Group>
  )
}

function Holder({ certificate }: { certificate: Certificate }) {
  const { name, status, asked_name: asked, asked_reason: why, reason, proposed } = certificate
  const against = proposed.reason
  return (
    <Stack gap={2}>
      <strong>{name || t`Deleted account`}</strong>
      {status === 'issued' && asked && (
        <Text size="sm">
          <Trans>
            Asks for the name “{asked}”: {why}
          </Trans>
        </Text>
      )}
      {status === 'issued' && against && (
        <Text size="sm">
          <Trans>An instructor proposes to revoke it: {against}</Trans>
        </Text>
      )}
      {status === 'revoked' && reason && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
    </Stack>
  )
}
