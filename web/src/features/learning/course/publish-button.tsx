import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'

import { Failure } from '@/shared/query-view'

import { type Course, useToggleCourse } from './api'

/** Lists a course in the catalogue, or takes it out. */
export function PublishButton({ course: { id, status } }: { course: Pick<Course, 'id' | 'status'> }) {
  const toggle = useToggleCourse()
  if (status === 'archived') return null
  const published = status === 'Published'
  return (
    <>
      <Button variant={published ? 'default' : 'filled'} loading={toggle.isPending} onClick={() => toggle.mutate(id)}>
        {published ? t`Unpublish course` : t`Publish course`}
      </Button>
      {toggle.error && <Failure error={toggle.error} />}
    </>
  )
}
