import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { Failure } from '@/shared/query-view'

import { type CourseDetail, useArchiveCourse, useDeleteCourse } from './api'
import { statusTexts } from './labels'

/** The status of a course and the actions that it allows. `onGone` is called after deletion. */
export function CourseStatus({ course, onGone }: { course: CourseDetail; onGone: () => void }) {
  const archive = useArchiveCourse()
  const [deleting, setDeleting] = useState(false)
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
        <Trans>Archive and delete</Trans>
      </Title>
      <Text mt="xs" role="status">
        {t(statusTexts[course.status])}
      </Text>
      <Group mt="sm">
        <Button
          variant="default"
          loading={archive.isPending}
          onClick={() => archive.mutate({ id: course.id, archive: !archived })}
        >
          {archived ? t`Restore as draft` : t`Archive course`}
        </Button>
        {archived && (
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            <Trans>Delete course</Trans>
          </Button>
        )}
      </Group>
      {archive.error && <Failure error={archive.error} />}
      {deleting && <Deletion course={course} onClose={() => setDeleting(false)} onGone={onGone} />}
    </Paper>
  )
}

type DeletionProps = { course: CourseDetail; onClose: () => void; onGone: () => void }

function Deletion({ course, onClose, onGone }: DeletionProps) {
  const [typed, setTyped] = useState('')
  const remove = useDeleteCourse()
  const { id, title } = course
  return (
    <Confirm
      title={t`Delete “${title}”?`}
      text={t`This deletes its curriculum and the progress of all learners. You can't undo it.`}
      action={t`Delete course`}
      danger
      onConfirm={() => remove.mutate({ id, confirm: typed }, { onSuccess: onGone })}
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    >
      <TextInput
        label={t`Type “${title}” to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Confirm>
  )
}
