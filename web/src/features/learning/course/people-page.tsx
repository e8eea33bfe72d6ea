import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FormDialog } from '@/shared/form-dialog'
import { ago, percent, toMinute } from '@/shared/format'
import { fromField, toField } from '@/shared/local-time'
import { options } from '@/shared/options'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { type EnrolledPerson, peopleQuery, useChangePlace, useGrantPlace } from './api'
import { EnrolSheet } from './enrol-sheet'
import { enrollmentLabels, type PlaceAction, placeActions } from './labels'

/** The current and former enrollments of a course, and what its teachers do about them. */
export function Enrolments({ courseId }: { courseId: string }) {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const people = useInfiniteQuery(peopleQuery(courseId, search, status))
  const change = useChangePlace(courseId)
  const [ending, setEnding] = useState<EnrolledPerson>()
  return (
    <section aria-labelledby="enrolments">
      <Title order={2} id="enrolments" size="h3" mb="sm">
        <Trans>Enrolments</Trans>
      </Title>
      <Stack>
        <GrantForm courseId={courseId} />
        <EnrolSheet courseId={courseId} />
        <Group align="flex-end">
          <SearchField label={t`Search learners`} value={search} onSearch={setSearch} />
          <NativeSelect
            label={t`Status`}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value)}
            data={[{ value: '', label: t`Any status` }, ...options(enrollmentLabels)]}
          />
        </Group>
        {change.error && <Failure error={change.error} />}
        <QueryView
          query={people}
          skeleton={<Skeleton height={200} radius="lg" />}
          isEmpty={(items) => items.length === 0}
          empty={
            search || status ? (
              <Empty
                title={t`No matching learners`}
                action={
                  <Button onClick={() => [setSearch(''), setStatus('')]}>
                    <Trans>Clear filters</Trans>
                  </Button>
                }
              >
                <Trans>Try another name or status.</Trans>
              </Empty>
            ) : (
              <Empty title={t`No learners yet`}>
                <Trans>Learners appear here once they enrol or you enrol them.</Trans>
              </Empty>
            )
          }
        >
          {(items) => (
            <>
              <DataTable
                label={t`Learners in this course`}
                columns={columnsFor(change.isPending, (userId, action) => change.mutate({ userId, action }), setEnding)}
                rows={items}
                idOf={(p) => p.enrollment_id}
              />
              <MoreButton query={people} />
            </>
          )}
        </QueryView>
      </Stack>
      {ending && <EndDialog courseId={courseId} person={ending} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

const columnsFor = (
  pending: boolean,
  act: (userId: string, action: PlaceAction) => void,
  onEnd: (person: EnrolledPerson) => void,
): Column<EnrolledPerson>[] => [
  { id: 'name', label: t`Name`, place: 'lead', cell: (p) => p.full_name },
  { id: 'status', label: t`Status`, cell: (p) => t(enrollmentLabels[p.status]) },
  { id: 'progress', label: t`Progress`, cell: (p) => (p.percent === null ? t`Not started` : percent(p.percent)) },
  { id: 'since', label: t`Enrolled`, cell: (p) => ago(p.createdAt) },
  {
    id: 'ends',
    label: t`Access ends`,
    cell: (p) => (p.ends_at ? toMinute(p.ends_at) : t({ message: 'Never', context: 'end of access' })),
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (p) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {placeActions[p.status].map(({ action, label, named }) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            disabled={pending}
            aria-label={named(p.full_name)}
            onClick={() => act(p.user_id, action)}
          >
            {t(label)}
          </Button>
        ))}
        {p.status !== 'withdrawn' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={pending}
            aria-label={setEndOf(p.full_name)}
            onClick={() => onEnd(p)}
          >
            <Trans>Set end date</Trans>
          </Button>
        )}
      </Group>
    ),
  },
]

const setEndOf = (learner: string) => t`Set end date for ${learner}`

/** When an enrollment expires by itself. */
function EndDialog({ courseId, person, onClose }: { courseId: string; person: EnrolledPerson; onClose: () => void }) {
  const change = useChangePlace(courseId)
  const [end, setEnd] = useState(toField(person.ends_at))
  const learner = person.full_name
  const save = () => {
    const at = fromField(end)
    const body = { userId: person.user_id, action: 'set_end' as const, ...(at && { ends_at: at }) }
    change.mutate(body, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t`End date for ${learner}`}
      onClose={onClose}
      onSubmit={save}
      mutation={change}
      fields={['ends_at']}
      submit={t`Save end date`}
    >
      <TextInput
        type="datetime-local"
        label={t`Access ends`}
        description={t`In your time zone. Leave empty for no end.`}
        value={end}
        error={fieldErrors(change.error).ends_at}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const ways = ['active', 'invited', 'waitlisted'] as const

function GrantForm({ courseId }: { courseId: string }) {
  const [email, setEmail] = useState('')
  const [status, setStatus] = useState<(typeof ways)[number]>('active')
  const [end, setEnd] = useState('')
  const grant = useGrantPlace(courseId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = fromField(end)
    grant.mutate({ email, status, ...(at && { ends_at: at }) }, { onSuccess: () => [setEmail(''), setEnd('')] })
  }
  const endError = fieldErrors(grant.error).ends_at
  return (
    <form onSubmit={submit} noValidate aria-label={t`Enrol learner`}>
      <Group align="flex-start">
        <TextInput
          label={t`Email address`}
          type="email"
          value={email}
          error={!endError && grant.error?.message}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label={t`Enrol as`}
          value={status}
          data={ways.map((way) => ({ value: way, label: t(enrollmentLabels[way]) }))}
          onChange={({ currentTarget: { value } }) => setStatus(ways.find((way) => way === value) ?? 'active')}
        />
        <TextInput
          type="datetime-local"
          label={t`End date (optional)`}
          value={end}
          error={endError}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
        <Button type="submit" mt={26} loading={grant.isPending} disabled={!email.trim()}>
          <Trans>Enrol learner</Trans>
        </Button>
      </Group>
    </form>
  )
}
