import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { instructorsQuery } from './api'

type Props = ComponentProps<typeof NativeSelect> & { courseId: string }

/** A field for one of the instructors of a course, or none yet. */
export function InstructorField({ courseId, ...rest }: Props) {
  const instructors = useQuery(instructorsQuery(courseId))
  const people = instructors.data ?? []
  return (
    <NativeSelect
      label={t`Instructor`}
      data={[{ value: '', label: t`Not assigned yet` }, ...people.map((p) => ({ value: p.id, label: p.full_name }))]}
      {...rest}
      error={rest.error ?? instructors.error?.message}
    />
  )
}
