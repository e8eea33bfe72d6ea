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
            These courses stand above the catalogue, in this order, as long as they are published. With none chosen, the
            first page begins with the catalogue.
          </Trans>
        </Text>
        {courses.length === 0 ? (
          <Text>
            <Trans>No course is chosen.</Trans>
          </Text>
        ) : (
          <OrderedList
            label={t`Courses of the first page`}
            items={courses.map(({ id, title }) => ({ id, label: title }))}
            onChange={(next) => setCourses(next.flatMap((id) => courses.find((c) => c.id === id) ?? []))}
          />
        )}
        {courses.length < most && <Candidates chosen={ids} onAdd={(course) => setCourses([...courses, course])} />}
        {isStale(save.error) && base.changed ? (
          <ChangedElsewhere
            title={t`Another user has changed the first page`}
            onKeep={() => saveOver(tag)}
            onTake={() => {
              take(saved)
              save.reset()
            }}
          >
            <Text size="sm">
              <Trans>There now:</Trans> {saved.map(({ title }) => title).join(', ') || t`no course`}
              <Trans>. Your choice is not saved yet.</Trans>
            </Text>
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
          <Trans>Save the first page</Trans>
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
        <Trans>Add a course</Trans>
      </Title>
      <SearchField label={t`Search courses to add`} value={search} onSearch={setSearch} maw={360} mb="sm" />
      <QueryView
        query={found}
        skeleton={<Rows height={36} />}
        isEmpty={({ items }) => items.every(({ id }) => chosen.includes(id))}
        empty={
          <Text c="dimmed">
            <Trans>No other course is found.</Trans>
          </Text>
        }
      >
        {({ items }) => (
          <Stack gap="xs">
            {items
              .filter(({ id }) => !chosen.includes(id))
              .map((course) => (
                <Group key={course.id} justify="space-between" wrap="nowrap">
                  <Text>{course.title}</Text>
                  <Button variant="default" aria-label={t`Add ${course.title}`} onClick={() => onAdd(course)}>
                    <Trans>Add</Trans>
                  </Button>
                </Group>
              ))}
          </Stack>
        )}
      </QueryView>
    </section>
  )
}
