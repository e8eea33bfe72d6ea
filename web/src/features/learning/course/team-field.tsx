import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { EditorSection } from './editor-section'
import type { EditorValues } from './editor-values'
import { teachersQuery } from './typed-api'

const pause = 300 // milliseconds without typing before the search runs

/** The instructors of a course, and a search by name to add one. */
export function TeamField({ form }: { form: UseFormReturnType<EditorValues> }) {
  const chosen = form.values.instructors
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(teachersQuery(search))
  const people = [...chosen, ...(found.data ?? []).filter((p) => chosen.every((c) => c.id !== p.id))]
  return (
    <EditorSection title={t`Instructors`} lead={t`Instructors can edit the course, its curriculum and its videos.`}>
      <MultiSelect
        mt="md"
        label={t`Instructors`}
        description={t`Type the start of a name.`}
        searchable
        hidePickedOptions
        data={people.map((p) => ({ value: p.id, label: p.full_name }))}
        filter={({ options }) => options} // already filtered by the server
        nothingFoundMessage={t`No instructors found`}
        value={chosen.map(({ id }) => id)}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(next) =>
          form.setFieldValue(
            'instructors',
            next.flatMap((one) => people.find((p) => p.id === one) ?? []),
          )
        }
        error={form.errors.instructors ?? found.error?.message}
      />
    </EditorSection>
  )
}
