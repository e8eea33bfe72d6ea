import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'

import { type CourseDetail, versionOf } from './api'
import { EditorSection, useUnsaved } from './editor-section'
import { SavedVersion } from './saved-version'
import { teachersQuery, useSaveTeachers } from './typed-api'

const pause = 300 // milliseconds without typing before the search runs

/** The teachers of a course, and a search by name to add one. */
export function TeachersSection({ course: { id, instructors, updatedAt } }: { course: CourseDetail }) {
  const [chosen, setChosen] = useState(instructors)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(teachersQuery(search))
  const there = instructors.map((p) => p.id)
  const base = useBaseVersion(there, versionOf(updatedAt))
  const save = useSaveTeachers(id)
  const people = [...chosen, ...(found.data ?? []).filter((p) => chosen.every((c) => c.id !== p.id))]
  const ids = chosen.map((p) => p.id)
  const dirty = ids.join() !== there.join()
  const saveOver = (tag: string) =>
    save.mutate(
      { tag, body: ids },
      {
        onSuccess: ({ instructors: saved }) => {
          base.adopt(saved.map((p) => p.id))
          setChosen(saved)
        },
      },
    )
  useUnsaved(() => dirty && !save.isSuccess)
  return (
    <EditorSection title={t`Instructors`} lead={t`Instructors can edit the course, its curriculum and its videos.`}>
      <form
        noValidate
        aria-label={t`Instructors`}
        onSubmit={(event) => {
          event.preventDefault()
          saveOver(base.tag)
        }}
      >
        <Stack mt="md">
          {isStale(save.error) && base.changed ? (
            <ChangedElsewhere
              title={t`Another user changed the instructors`}
              onKeep={() => saveOver(versionOf(updatedAt))}
              onTake={() => {
                base.adopt(there)
                setChosen(instructors)
                save.reset()
              }}
            >
              <SavedVersion items={instructors.map((p) => p.full_name)} />
            </ChangedElsewhere>
          ) : (
            <FormSummary error={save.error} fields={['instructor_ids']} />
          )}
          <MultiSelect
            label={t`Instructors`}
            description={t`Type the start of a name.`}
            searchable
            hidePickedOptions
            data={people.map((p) => ({ value: p.id, label: p.full_name }))}
            filter={({ options }) => options} // already filtered by the server
            nothingFoundMessage={t`No instructors found`}
            value={ids}
            searchValue={typed}
            onSearchChange={setTyped}
            onChange={(next) => {
              save.reset()
              setChosen(next.flatMap((one) => people.find((p) => p.id === one) ?? []))
            }}
            error={fieldErrors(save.error).instructor_ids ?? found.error?.message}
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!dirty}>
              <Trans>Save instructors</Trans>
            </Button>
            <Text role="status" c="dimmed">
              {save.isSuccess && t`Instructors saved.`}
            </Text>
          </Group>
        </Stack>
      </form>
    </EditorSection>
  )
}
