import { t } from '@lingui/core/macro'
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { seatCoursesQuery } from './api'

export type Course = { id: string; title: string }

const pause = 300 // milliseconds without typing before the search runs

/** What the catalogue has for what is typed. */
function useCourseSearch() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(seatCoursesQuery(search))
  return { typed, setTyped, found: found.data?.items ?? [], failure: found.error?.message }
}

const optionsOf = (courses: Course[]) => courses.map(({ id, title }) => ({ value: id, label: title }))

type ManyProps = { chosen: Course[]; onChange: (courses: Course[]) => void; error?: string | undefined }

/** The courses that seats are for, with a search by title. */
export function CourseChoices({ chosen, onChange, error }: ManyProps) {
  const { typed, setTyped, found, failure } = useCourseSearch()
  const courses = [...chosen, ...found.filter(({ id }) => chosen.every((c) => c.id !== id))]
  return (
    <MultiSelect
      label={t`Courses`}
      description={t`Leave empty for all courses.`}
      searchable
      hidePickedOptions
      data={optionsOf(courses)}
      filter={({ options }) => options} // already filtered by the server
      nothingFoundMessage={t`No courses found`}
      value={chosen.map(({ id }) => id)}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => onChange(ids.flatMap((one) => courses.find(({ id }) => id === one) ?? []))}
      error={error ?? failure}
    />
  )
}

type OneProps = {
  among: Course[]
  value: string
  /** With the currency of its first price, for a course of the catalogue that has one. */
  onChange: (id: string, currency?: string) => void
  error?: string | undefined
}

/** The course of seats that are assigned: one of the pool's, or any of the catalogue. */
export function CourseChoice({ among, ...props }: OneProps) {
  return among.length > 0 ? <CourseSelect courses={among} {...props} /> : <AnyCourse {...props} />
}

function AnyCourse(props: Omit<OneProps, 'among'>) {
  const { typed, setTyped, found, failure } = useCourseSearch()
  return (
    <CourseSelect
      courses={found}
      {...props}
      onChange={(id) => props.onChange(id, found.find((course) => course.id === id)?.fee_currency)}
      error={props.error ?? failure}
      search={{ searchable: true, searchValue: typed, onSearchChange: setTyped }}
    />
  )
}

type SelectProps = Omit<OneProps, 'among'> & {
  courses: Course[]
  search?: { searchable: true; searchValue: string; onSearchChange: (typed: string) => void }
}

const CourseSelect = ({ courses, value, onChange, error, search }: SelectProps) => (
  <Select
    required
    label={t`Course`}
    data={optionsOf(courses)}
    allowDeselect={false}
    nothingFoundMessage={t`No courses found`}
    value={value || null}
    onChange={(id) => onChange(id ?? '')}
    error={error}
    {...search}
  />
)
