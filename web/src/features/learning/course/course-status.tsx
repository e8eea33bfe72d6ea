import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { Failure } from '@/shared/query-view'

import { type CourseDetail, useArchiveCourse, useDeleteCourse, useToggleCourse } from './api'
import { statusTexts } from './labels'

/** The status of a course and the actions that it allows. `onGone` is called after deletion. */
export function CourseStatus({ course, onGone }: { course: CourseDetail; onGone: () => void }) {
  const toggle = useToggleCourse()
  const archive = useArchiveCourse()
  const [deleting, setDeleting] = useState(false)
  const error = toggle.error ?? archive.error
  const archived = course.status === 'archived'
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'xl' }}
      my="lg"
      bg="var(--card)"
      component="section"
      aria-labelledby="status"
    >
      <Title order={2} size="h4" id="status">
        <Trans>Publishing</Trans>
      </Title>
      <Text mt="xs" role="status">
        {statusTexts[course.status]}
      </Text>
      <Group mt="sm">
        {!archived && (
          <Button
            variant={course.status === 'Published' ? 'default' : 'filled'}
            loading={toggle.isPending}
            onClick={() => toggle.mutate(course.id)}
          >
            {course.status === 'Published' ? t`Take it out of the catalogue` : t`Publish`}
          </Button>
        )}
        <Button
          variant="default"
          loading={archive.isPending}
          onClick={() => archive.mutate({ id: course.id, archive: !archived })}
        >
          {archived ? t`Restore as a draft` : t`Archive`}
        </Button>
        {archived && (
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            <Trans>Delete for good</Trans>
          </Button>
        )}
      </Group>
      {error && <Failure error={error} />}
      {deleting && <Deletion course={course} onClose={() => setDeleting(false)} onGone={onGone} />}
    </Paper>
  )
}

type DeletionProps = { course: CourseDetail; onClose: () => void; onGone: () => void }

function Deletion({ course, onClose, onGone }: DeletionProps) {
  const [title, setTitle] = useState('')
  const remove = useDeleteCourse()
  return (
    <Confirm
      title={t`Delete this course?`}
      text={t`Its curriculum and everybody’s progress in it go with it. This cannot be undone.`}
      action={t`Delete for good`}
      danger
      onConfirm={() => remove.mutate({ id: course.id, confirm: title }, { onSuccess: onGone })}
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    >
      <TextInput
        label={t`Type “${course.title}” to confirm`}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </Confirm>
  )
}
