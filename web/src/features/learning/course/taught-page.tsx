import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { CourseCover } from '@/shared/course-cover'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type Course, taughtCoursesQuery } from './api'
import { CourseState } from './course-state'
import { typeLabels } from './labels'
import classes from './taught-page.module.css'

const columnsOf = (): Column<Course>[] => [
  {
    id: 'title',
    label: t`Course`,
    place: 'lead',
    cell: (c) => (
      <Group gap="sm" wrap="nowrap">
        <span className={classes.cover}>
          <CourseCover title={c.title} cover={c.cover} sizes="80px" />
        </span>
        <TextLink to="/teach/courses/$courseId" params={{ courseId: c.id }}>
          {c.title}
        </TextLink>
      </Group>
    ),
  },
  { id: 'type', label: t`Format`, cell: (c) => t(typeLabels[c.course_type]) },
  { id: 'status', label: t`Status`, cell: (c) => <CourseState status={c.status} /> },
  {
    id: 'links',
    label: t`Actions`,
    place: 'end',
    cell: ({ id: courseId, title }) => (
      <Group gap="md" justify="flex-end" wrap="nowrap">
        <TextLink to="/teach/courses/$courseId/settings" params={{ courseId }} aria-label={t`Settings of ${title}`}>
          <Trans>Settings</Trans>
        </TextLink>
        <TextLink to="/teach/courses/$courseId/curriculum" params={{ courseId }} aria-label={t`Curriculum of ${title}`}>
          <Trans>Curriculum</Trans>
        </TextLink>
        <TextLink to="/teach/courses/$courseId/learners" params={{ courseId }} aria-label={t`Learners of ${title}`}>
          <Trans>Learners</Trans>
        </TextLink>
      </Group>
    ),
  },
]

type Props = {
  /** Shown above the courses; undefined while it loads. */
  attention: ReactNode
  /** Shown below the courses, as soon as these are. */
  figures: ReactNode
}

/** The courses that the user teaches, including drafts and archived ones, between what needs attention in them and figures of them. */
export function TaughtPage({ attention, figures }: Props) {
  const courses = useQuery(taughtCoursesQuery())
  const isReady = attention !== undefined && !courses.isPending // all at the same time, so that nothing moves
  const create = (
    <ButtonLink to="/teach/courses/new">
      <Trans>Create course</Trans>
    </ButtonLink>
  )
  return (
    <>
      <PageHead title={t`Teaching`} lead={t`Courses you teach, with their details, curriculum and learners.`} />
      {isReady && attention}
      <QueryView
        query={isReady ? courses : { ...courses, data: undefined }}
        skeleton={<Skeleton height={200} radius="lg" />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Empty title={t`No courses yet`} action={create}>
            <Trans>Create your first course. It stays a draft until you publish it.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <>
            <Group mb="md">{create}</Group>
            <DataTable label={t`Courses you teach`} columns={columnsOf()} rows={items} idOf={(c) => c.id} />
          </>
        )}
      </QueryView>
      {isReady && figures}
    </>
  )
}
