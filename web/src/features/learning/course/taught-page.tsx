import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
        <TextLink to="/teach/courses/$courseId/edit" params={{ courseId: c.id }} aria-label={t`Edit ${c.title}`}>
          <Trans>Edit</Trans>
        </TextLink>
        <TextLink
          to="/teach/courses/$courseId/curriculum"
          params={{ courseId: c.id }}
          aria-label={t`Curriculum of ${c.title}`}
        >
          <Trans>Curriculum</Trans>
        </TextLink>
        <TextLink to="/teach/courses/$courseId/people" params={{ courseId: c.id }} aria-label={t`People of ${c.title}`}>
          <Trans>People</Trans>
        </TextLink>
      </Group>
    ),
  },
]

/** The courses that the user teaches, including drafts and archived ones. */
export function TaughtPage() {
  const courses = useQuery(taughtCoursesQuery())
  const create = (
    <ButtonLink to="/teach/courses/new">
      <Trans>New course</Trans>
    </ButtonLink>
  )
  return (
    <Container size={1100} pt="lg">
      <PageHead title={t`My courses`} lead={t`What you teach: details and prices, curriculum, and the people in it.`} />
      <QueryView
        query={courses}
        skeleton={<Skeleton height={200} radius="lg" />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Empty title={t`You teach no course yet`} action={create}>
            <Trans>Make one: it stays a draft that only you see until you publish it.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <>
            <Group mb="md">{create}</Group>
            <DataTable label={t`My courses`} columns={columns} rows={items} idOf={(c) => c.id} />
          </>
        )}
      </QueryView>
    </Container>
  )
}
