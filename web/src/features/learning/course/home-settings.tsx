import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { OrderedList } from '@/shared/ordered-list'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import type { Course } from './api'
import { useUnsaved } from './editor-section'
import { SavedVersion } from './saved-version'
import { candidatesQuery, homeQuery, useSaveHome } from './settings-api'

/** The courses that the home page shows above the catalogue, in order. */
export function HomeSettings() {
  const home = useQuery(homeQuery())
  return (
    <QueryView query={home} skeleton={<Rows height={44} />}>
      {({ value, tag }) => <Choice saved={chosenIn(value)} tag={tag} />}
    </QueryView>
  )
}

const chosenIn = ({ chosen, courses }: Schema<'HomeDisplay'>) => (chosen ? courses.map(({ course }) => course) : [])

const idsOf = (courses: Course[]) => courses.map(({ id }) => id)

const most = 24 // courses on the home page

function Choice({ saved, tag }: { saved: Course[]; tag: string }) {
  const [courses, setCourses] = useState(saved)
  const base = useBaseVersion(idsOf(saved), tag)
  const save = useSaveHome()
  const ids = idsOf(courses)
  const dirty = ids.join() !== idsOf(saved).join()
  const take = (next: Course[]) => {
    base.adopt(idsOf(next))
    setCourses(next)
  }
  const saveOver = (version: string) =>
    save.mutate({ tag: version, body: ids }, { onSuccess: (next) => take(chosenIn(next)) })
  useUnsaved(() => dirty && !save.isSuccess)
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)">
      <Stack>
        <Text c="dimmed">
          <Trans>
            Published courses from this list appear above the catalogue, in this order. If the list is empty, the home
            page starts with the catalogue.
          </Trans>
        </Text>
        {courses.length === 0 ? (
          <Text>
            <Trans>No courses chosen.</Trans>
          </Text>
        ) : (
          <OrderedList
            label={t`Courses on the home page`}
            items={courses.map(({ id, title }) => ({ id, label: title }))}
            onChange={(next) => setCourses(next.flatMap((id) => courses.find((c) => c.id === id) ?? []))}
          />
        )}
        {courses.length < most && <Candidates chosen={ids} onAdd={(course) => setCourses([...courses, course])} />}
        {isStale(save.error) && base.changed ? (
          <ChangedElsewhere
            title={t`Another user changed the home page`}
            onKeep={() => saveOver(tag)}
            onTake={() => {
              take(saved)
              save.reset()
            }}
          >
            <SavedVersion items={saved.map(({ title }) => title)} />
          </ChangedElsewhere>
        ) : (
          save.error && <Failure error={save.error} />
        )}
        <Button
          style={{ alignSelf: 'start' }}
          disabled={!dirty}
          loading={save.isPending}
          onClick={() => saveOver(base.tag)}
        >
          <Trans>Save home page</Trans>
        </Button>
      </Stack>
    </Paper>
  )
}

function Candidates({ chosen, onAdd }: { chosen: string[]; onAdd: (course: Course) => void }) {
  const [search, setSearch] = useState('')
  const found = useQuery(candidatesQuery(search))
  return (
    <section aria-labelledby="candidates">
      <Title order={2} size="h5" id="candidates" mb="xs">
        <Trans>Add courses</Trans>
      </Title>
      <SearchField label={t`Search courses to add`} value={search} onSearch={setSearch} maw={360} mb="sm" />
      <QueryView
        query={found}
        skeleton={<Rows height={36} />}
        isEmpty={({ items }) => items.every(({ id }) => chosen.includes(id))}
        empty={
          <Text c="dimmed">
            <Trans>No courses found.</Trans>
          </Text>
        }
      >
        {({ items }) => (
          <Stack gap="xs">
            {items
              .filter(({ id }) => !chosen.includes(id))
              .map((course) => (
                <Candidate key={course.id} title={course.title} onAdd={() => onAdd(course)} />
              ))}
          </Stack>
        )}
      </QueryView>
    </section>
  )
}

function Candidate({ title, onAdd }: { title: string; onAdd: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text>{title}</Text>
      <Button variant="default" style={{ flexShrink: 0 }} aria-label={t`Add ${title}`} onClick={onAdd}>
        <Trans>Add</Trans>
      </Button>
    </Group>
  )
}
