import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, Group, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FormDialog } from '@/shared/form-dialog'
import { ago, toMinute } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { fromField, toField } from '@/shared/local-time'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { courseQuery, type EnrolledPerson, peopleQuery, useChangePlace, useGrantPlace } from './api'
import { EnrolSheet } from './enrol-sheet'
import { enrollmentLabels, type PlaceAction, placeActions } from './labels'

/** The current and former enrollments of a course, and what its teachers do about them. */
export function PeoplePage({ courseId }: { courseId: string }) {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const course = useQuery(courseQuery(courseId))
  const people = useInfiniteQuery(peopleQuery(courseId, search, status))
  const change = useChangePlace(courseId)
  const [ending, setEnding] = useState<EnrolledPerson>()
  return (
    <Container size={1100} pt="lg">
      <PageHead title={t`People`} lead={course.data && t`Who has or had a place in “${course.data.title}”.`}>
        <ButtonLink to="/teach/courses/$courseId/edit" params={{ courseId }} variant="default">
          <Trans>Edit the course</Trans>
        </ButtonLink>
      </PageHead>
      <Stack>
        <GrantForm courseId={courseId} />
        <EnrolSheet courseId={courseId} />
        <Group align="flex-end">
          <SearchField label={t`Search people`} value={search} onSearch={setSearch} />
          <NativeSelect
            label={t`Status`}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value)}
            data={[
              { value: '', label: t`Any` },
              ...Object.entries(enrollmentLabels).map(([value, label]) => ({ value, label })),
            ]}
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
                title={t`Nobody matches`}
                action={
                  <Button onClick={() => [setSearch(''), setStatus('')]}>
                    <Trans>Clear filters</Trans>
                  </Button>
                }
              >
                <Trans>Nobody in this course fits what you are looking for.</Trans>
              </Empty>
            ) : (
              <Empty title={t`Nobody yet`}>
                <Trans>Students who enrol, or whom you enrol, are listed here.</Trans>
              </Empty>
            )
          }
        >
          {(items) => (
            <>
              <DataTable
                label={t`People in this course`}
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
    </Container>
  )
}

const columnsFor = (
  pending: boolean,
  act: (userId: string, action: PlaceAction) => void,
  onEnd: (person: EnrolledPerson) => void,
): Column<EnrolledPerson>[] => [
  { id: 'name', label: t`Name`, place: 'lead', cell: (p) => p.full_name },
  { id: 'status', label: t`Status`, cell: (p) => enrollmentLabels[p.status] },
  { id: 'progress', label: t`Progress`, cell: (p) => (p.percent === null ? t`Not started` : `${p.percent}%`) },
  { id: 'since', label: t`Since`, cell: (p) => ago(p.createdAt) },
  { id: 'ends', label: t`Ends`, cell: (p) => (p.ends_at ? toMinute(p.ends_at) : t`Never`) },
  {
    id: 'actions',
    label: t`What can be done`,
    place: 'end',
    cell: (p) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {placeActions[p.status].map(({ action, label }) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            disabled={pending}
            aria-label={`${label} ${p.full_name}`}
            onClick={() => act(p.user_id, action)}
          >
            {label}
          </Button>
        ))}
        {p.status !== 'withdrawn' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={pending}
            aria-label={t`Set the end of ${p.full_name}`}
            onClick={() => onEnd(p)}
          >
            <Trans>Set the end</Trans>
          </Button>
        )}
      </Group>
    ),
  },
]

/** When an enrollment expires by itself. */
function EndDialog({ courseId, person, onClose }: { courseId: string; person: EnrolledPerson; onClose: () => void }) {
  const change = useChangePlace(courseId)
  const [end, setEnd] = useState(toField(person.ends_at))
  const save = () => {
    const at = fromField(end)
    const body = { userId: person.user_id, action: 'set_end' as const, ...(at && { ends_at: at }) }
    change.mutate(body, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t`When the enrolment of ${person.full_name} ends`}
      onClose={onClose}
      onSubmit={save}
      mutation={change}
      fields={['ends_at']}
      submit={t`Save the end`}
    >
      <TextInput
        type="datetime-local"
        label={t`Ends`}
        description={t`In your time zone. Empty: it never ends.`}
        value={end}
        error={fieldErrors(change.error).ends_at}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const ways = [
  { value: 'active', label: 'Enrolled at once' },
  { value: 'invited', label: 'Invited' },
  { value: 'waitlisted', label: 'On the waiting list' },
] as const

function GrantForm({ courseId }: { courseId: string }) {
  const [email, setEmail] = useState('')
  const [status, setStatus] = useState<(typeof ways)[number]['value']>('active')
  const [end, setEnd] = useState('')
  const grant = useGrantPlace(courseId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = fromField(end)
    grant.mutate({ email, status, ...(at && { ends_at: at }) }, { onSuccess: () => [setEmail(''), setEnd('')] })
  }
  const endError = fieldErrors(grant.error).ends_at
  return (
    <form onSubmit={submit} noValidate aria-label={t`Enrol a user`}>
      <Group align="flex-start">
        <TextInput
          label={t`Email address of the user to enrol`}
          type="email"
          value={email}
          error={!endError && grant.error?.message}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label={t`As`}
          value={status}
          data={ways.map((way) => ({ ...way }))}
          onChange={({ currentTarget: { value } }) =>
            setStatus(ways.find((way) => way.value === value)?.value ?? 'active')
          }
        />
        <TextInput
          type="datetime-local"
          label={t`Ends (optional)`}
          value={end}
          error={endError}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
        <Button type="submit" mt={26} loading={grant.isPending} disabled={!email.trim()}>
          <Trans>Enrol</Trans>
        </Button>
      </Group>
    </form>
  )
}
