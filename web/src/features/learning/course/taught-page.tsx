import { Container, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type Course, taughtCoursesQuery } from './api'
import { statusLabels, typeLabels } from './labels'

const columns: Column<Course>[] = [
  {
    id: 'title',
    label: 'Course',
    place: 'lead',
    cell: (c) => (
      <TextLink to="/courses/$courseId" params={{ courseId: c.id }}>
        {c.title}
      </TextLink>
    ),
  },
  { id: 'type', label: 'Way of teaching', cell: (c) => typeLabels[c.course_type].label },
  { id: 'status', label: 'Status', cell: (c) => <Text size="sm">{statusLabels[c.status]}</Text> },
  {
    id: 'links',
    label: 'What can be done',
    place: 'end',
    cell: (c) => (
      <Group gap="md" justify="flex-end" wrap="nowrap">
        <TextLink to="/teach/courses/$courseId/edit" params={{ courseId: c.id }} aria-label={`Edit ${c.title}`}>
          Edit
        </TextLink>
        <TextLink
          to="/teach/courses/$courseId/curriculum"
          params={{ courseId: c.id }}
          aria-label={`Curriculum of ${c.title}`}
        >
          Curriculum
        </TextLink>
        <TextLink to="/teach/courses/$courseId/people" params={{ courseId: c.id }} aria-label={`People of ${c.title}`}>
          People
        </TextLink>
      </Group>
    ),
  },
]

/** The courses that the user teaches, including drafts and archived ones. */
export function TaughtPage() {
  const courses = useQuery(taughtCoursesQuery())
  const create = <ButtonLink to="/teach/courses/new">New course</ButtonLink>
  return (
    <Container size={1100} pt="lg">
      <PageHead title="My courses" lead="What you teach: details and prices, curriculum, and the people in it." />
      <QueryView
        query={courses}
        skeleton={<Skeleton height={200} radius="lg" />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Empty title="You teach no course yet" action={create}>
            Make one: it stays a draft that only you see until you publish it.
          </Empty>
        }
      >
        {({ items }) => (
          <>
            <Group mb="md">{create}</Group>
            <DataTable label="My courses" columns={columns} rows={items} idOf={(c) => c.id} />
          </>
        )}
      </QueryView>
    </Container>
  )
}
