import { Button, Container, Group, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { ago } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
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
  return (
    <Container size={1100} pt="lg">
      <PageHead title="People" lead={course.data && `Who has or had a place in “${course.data.title}”.`}>
        <ButtonLink to="/teach/courses/$courseId/edit" params={{ courseId }} variant="default">
          Edit the course
        </ButtonLink>
      </PageHead>
      <Stack>
        <GrantForm courseId={courseId} />
        <EnrolSheet courseId={courseId} />
        <Group align="flex-end">
          <SearchField label="Search people" value={search} onSearch={setSearch} />
          <NativeSelect
            label="Status"
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value)}
            data={[
              { value: '', label: 'Any' },
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
                title="Nobody matches"
                action={<Button onClick={() => [setSearch(''), setStatus('')]}>Clear filters</Button>}
              >
                Nobody in this course fits what you are looking for.
              </Empty>
            ) : (
              <Empty title="Nobody yet">Whoever enrols, or is enrolled by you, stands here.</Empty>
            )
          }
        >
          {(items) => (
            <>
              <DataTable
                label="People in this course"
                columns={columnsFor(change.isPending, (userId, action) => change.mutate({ userId, action }))}
                rows={items}
                idOf={(p) => p.enrollment_id}
              />
              <MoreButton query={people} />
            </>
          )}
        </QueryView>
      </Stack>
    </Container>
  )
}

const columnsFor = (pending: boolean, act: (userId: string, action: PlaceAction) => void): Column<EnrolledPerson>[] => [
  { id: 'name', label: 'Name', place: 'lead', cell: (p) => p.full_name },
  { id: 'status', label: 'Status', cell: (p) => enrollmentLabels[p.status] },
  { id: 'progress', label: 'Progress', cell: (p) => (p.percent === null ? 'Not started' : `${p.percent}%`) },
  { id: 'since', label: 'Since', cell: (p) => ago(p.createdAt) },
  {
    id: 'actions',
    label: 'What can be done',
    place: 'end',
    cell: (p) => (
      <Group gap="xs" justify="flex-end">
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
      </Group>
    ),
  },
]

function GrantForm({ courseId }: { courseId: string }) {
  const [email, setEmail] = useState('')
  const grant = useGrantPlace(courseId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    grant.mutate(email, { onSuccess: () => setEmail('') })
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Enrol somebody">
      <Group align="flex-end">
        <TextInput
          label="E-mail address of somebody to enrol"
          type="email"
          value={email}
          error={grant.error?.message}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={grant.isPending} disabled={!email.trim()}>
          Enrol
        </Button>
      </Group>
    </form>
  )
}
