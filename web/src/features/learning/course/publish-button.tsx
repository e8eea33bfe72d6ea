import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'

import { Failure } from '@/shared/query-view'

import { type Course, useToggleCourse } from './api'

type Props = { course: Pick<Course, 'id' | 'status'> } & Pick<ButtonProps, 'size'>

/** Lists a course in the catalogue, or takes it out. */
export function PublishButton({ course: { id, status }, ...style }: Props) {
  const toggle = useToggleCourse()
  if (status === 'archived') return null
  const published = status === 'Published'
  return (
    <>
      <Button
        {...style}
        variant={published ? 'default' : 'filled'}
        loading={toggle.isPending}
        onClick={() => toggle.mutate(id)}
      >
        {published ? t`Unpublish course` : t`Publish course`}
      </Button>
      {toggle.error && <Failure error={toggle.error} />}
    </>
  )
}
