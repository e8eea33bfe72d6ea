import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Ago } from '@/shared/ago'
import { Empty, NoMatches } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { roleNames } from '@/shared/roles'
import { Rows } from '@/shared/rows'

import { type Application, applicationsQuery, type Verdict } from './api'
import classes from './application-card.module.css'
import { DecideDialog } from './decide-dialog'
import type { ApplicationFilters } from './filters'
import { StatusBadge, statuses } from './labels'

type Props = { filters: ApplicationFilters; onFilters: (filters: ApplicationFilters) => void }
type Deciding = { application: Application; verdict: Verdict }

/** Applications for roles, for the administrators who decide. */
export function ApplicationsPage({ filters, onFilters }: Props) {
  const applications = useQuery(applicationsQuery(filters))
  const [deciding, setDeciding] = useState<Deciding>()
  const choose = (value: string) => onFilters(isStatus(value) ? { status: value } : {})

  return (
    <>
      <PageHead title={t`Applications`} lead={t`Requests to teach or to train a team.`} />
      <SegmentedControl
        aria-label={t`Status`}
        mb="md"
        fullWidth={false}
        data={[
          { value: '', label: t`All` },
          ...Object.entries(statuses).map(([value, { label }]) => ({ value, label: t(label) })),
        ]}
        value={filters.status ?? ''}
        onChange={choose}
      />
      <QueryView
        query={applications}
        skeleton={<Rows height={140} />}
        isEmpty={({ items }) => items.length === 0}
        empty={filters.status ? <NothingMatches onClear={() => onFilters({})} /> : <NoApplications />}
      >
        {({ items, pagination }) => (
          <>
            <Total
              pagination={pagination}
              counted={(n) => plural(n, { one: '# application', other: '# applications' })}
            />
            <ul className={classes.list} aria-label={t`Applications`}>
              {items.map((application) => (
                <Item
                  key={application.id}
                  application={application}
                  onDecide={(verdict) => setDeciding({ application, verdict })}
                />
              ))}
            </ul>
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

const isStatus = (value: string): value is Application['status'] => value in statuses

type ItemProps = { application: Application; onDecide: (verdict: Verdict) => void }

function Item({ application, onDecide }: ItemProps) {
  const { full_name, email, role, about, status, created_at } = application
  const roleName = t(roleNames[role])
  return (
    <li className={classes.card}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600}>{full_name}</Text>
          <Text size="sm" c="dimmed">
            <Trans>
              {email} · Role: {roleName} · <Ago at={created_at} />
            </Trans>
          </Text>
        </div>
        <StatusBadge status={status} />
      </Group>
      <Text className={classes.about}>{about}</Text>
      {status === 'pending' ? (
        <Group gap="sm">
          <Button onClick={() => onDecide('approve')} aria-label={t`Approve ${full_name}`}>
            <Trans>Approve</Trans>
          </Button>
          <Button variant="default" onClick={() => onDecide('reject')} aria-label={t`Reject ${full_name}`}>
            <Trans>Reject</Trans>
          </Button>
        </Group>
      ) : (
        <Decision application={application} />
      )}
    </li>
  )
}

/** When it was decided, and the message to the applicant. */
function Decision({ application: { status, note, decided_at } }: { application: Application }) {
  const when = decided_at && <Ago at={decided_at} />
  return (
    <Text size="sm" c="dimmed" component="div">
      {when && (status === 'approved' ? <Trans>Approved {when}</Trans> : <Trans>Rejected {when}</Trans>)}
      {note && <div>{t`“${note}”`}</div>}
    </Text>
  )
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <NoMatches title={t`No matching applications`} onClear={onClear}>
      <Trans>No application has this status.</Trans>
    </NoMatches>
  )
}

function NoApplications() {
  return (
    <Empty title={t`No applications yet`}>
      <Trans>Requests to teach or to train a team will appear here.</Trans>
    </Empty>
  )
}
