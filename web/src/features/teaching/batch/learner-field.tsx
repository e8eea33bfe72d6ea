import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { learnersQuery } from './api'

type Props = { courseId: string; value?: string; onChange?: (userId: string) => void; error?: ReactNode }

const pause = 300 // milliseconds without typing before the search runs

/** A field for one of the learners of a course. */
export function LearnerField({ courseId, value = '', onChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(learnersQuery(courseId, search))
  return (
    <Select
      label={t({ message: 'Learner', context: 'batch' })}
      description={t`A learner of this course. Add others on the Learners page first.`}
      searchable
      data={(found.data ?? []).map(({ userId, fullName }) => ({ value: userId, label: fullName }))}
      nothingFoundMessage={t`No learners found`}
      value={value || null}
      onSearchChange={setTyped}
      onChange={(userId) => onChange?.(userId ?? '')}
      error={error ?? found.error?.message}
    />
  )
}
