import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { coursesByTitleQuery } from './api'

type Course = { id: string; title: string }
type Props = { chosen: Course[]; onChange: (courses: Course[]) => void; error?: string | undefined }

const pause = 300 // milliseconds without typing before the search runs

/** The courses to which a coupon applies, with a search by title. */
export function CoursesField({ chosen, onChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(coursesByTitleQuery(search))
  const courses = [...chosen, ...(found.data?.items ?? []).filter(({ id }) => chosen.every((c) => c.id !== id))]
  return (
    <MultiSelect
      label={t`Courses`}
      description={t`Leave empty for all courses.`}
      searchable
      hidePickedOptions
      data={courses.map(({ id, title }) => ({ value: id, label: title }))}
      filter={({ options }) => options} // already filtered by the server
      nothingFoundMessage={t`No courses found`}
      value={chosen.map(({ id }) => id)}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => onChange(ids.flatMap((one) => courses.find(({ id }) => id === one) ?? []))}
      error={error ?? found.error?.message}
    />
  )
}
