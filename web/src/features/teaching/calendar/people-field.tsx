import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { instructorsQuery } from './api'

const pause = 300 // milliseconds without typing before the search runs
const most = 50

type Props = { value: string[]; onChange: (people: string[]) => void }

/** A field for the instructors whose calendars are shown; none: those of the whole school. */
export function PeopleField({ value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const all = useQuery(instructorsQuery(''))
  const found = useQuery(instructorsQuery(search))
  const names = new Map([...(all.data ?? []), ...(found.data ?? [])].map(({ id, full_name }) => [id, full_name]))
  return (
    <MultiSelect
      label={t`Instructors`}
      placeholder={value.length === 0 ? t`All instructors` : ''}
      searchable
      clearable
      maxValues={most}
      maw={520}
      mb="md"
      data={[...new Set([...value, ...names.keys()])].map((id) => ({
        value: id,
        label: names.get(id) ?? t`Instructor`,
      }))}
      nothingFoundMessage={t`No instructors found`}
      value={value}
      onSearchChange={setTyped}
      onChange={onChange}
      error={found.error?.message}
    />
  )
}
