import { t } from '@lingui/core/macro'
import { Container, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { taughtCoursesQuery } from '@/features/learning/course/api'
import { NewBatchForm, NewBatchHead } from '@/features/teaching/batch/new-batch-form'

const ofCourse = getRouteApi('/_signed-in/teach/courses/$courseId/batches/new')

/** A new batch of a course, in its workspace. */
export function NewCourseBatchRoute() {
  const { courseId } = ofCourse.useParams()
  return (
    <>
      <NewBatchHead />
      <NewBatchOf courseId={courseId} />
    </>
  )
}

/** A new batch of one of the courses that the user teaches. */
export function NewBatchRoute() {
  const courses = useQuery(taughtCoursesQuery()).data?.items ?? []
  const [chosen, setChosen] = useState('')
  const courseId = chosen || courses[0]?.id
  return (
    <Container size={1320} pt="sm">
      <NewBatchHead />
      <NativeSelect
        label={t`Course`}
        maw={480}
        mb="lg"
        value={courseId ?? ''}
        data={courses.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {courseId && <NewBatchOf key={courseId} courseId={courseId} />}
    </Container>
  )
}

function NewBatchOf({ courseId }: { courseId: string }) {
  const navigate = useNavigate()
  return (
    <NewBatchForm
      courseId={courseId}
      onCreated={(batchId) => void navigate({ to: '/batches/$batchId', params: { batchId } })}
    />
  )
}
