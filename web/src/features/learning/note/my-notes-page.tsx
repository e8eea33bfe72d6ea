import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { Empty, NoMatches } from '@/shared/empty'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { myNotesQuery, type Note, notedLessonsQuery, useExportNotes } from './api'
import type { NoteFilters } from './filters'
import { NoteCard } from './note-card'

type Props = { filters: NoteFilters; onFilters: (filters: NoteFilters) => void }

/** The user's own notes in all courses, last changed first. */
export function MyNotesPage({ filters, onFilters }: Props) {
  const notes = useInfiniteQuery(myNotesQuery(filters))
  const save = useExportNotes()
  const isNarrowed = Object.values(filters).some(Boolean)
  return (
    <>
      <PageHead title={t`My notes`} lead={t`Your notes on all lessons. Only you can see them.`}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={save.isPending}
          disabled={!notes.data?.length}
          onClick={() => save.mutate(filters)}
        >
          <Trans>Export Markdown</Trans>
        </Button>
      </PageHead>
      {save.error && <Failure error={save.error} />}
      <Filters filters={filters} onFilters={onFilters} />
      <QueryView
        query={notes}
        skeleton={<Rows height={120} />}
        isEmpty={(found) => found.length === 0}
        empty={isNarrowed ? <NothingMatches onClear={() => onFilters({})} /> : <NoNotes />}
      >
        {(found) => (
          <Stack gap="xl" style={{ opacity: notes.isPlaceholderData ? 0.6 : 1 }}>
            {byLesson(found).map((group) => (
              <LessonNotes key={group[0]?.id} notes={group} />
            ))}
          </Stack>
        )}
      </QueryView>
      <MoreButton query={notes} />
    </>
  )
}

/** Groups notes that stand next to each other by their lesson. */
function byLesson(notes: Note[]) {
  const groups: Note[][] = []
  for (const note of notes) {
    const group = groups.at(-1)
    if (group?.[0]?.lessonId === note.lessonId) group.push(note)
    else groups.push([note])
  }
  return groups
}

function LessonNotes({ notes }: { notes: Note[] }) {
  const [first] = notes
  if (!first) return null
  const { id, courseId, courseTitle, lessonId, lessonTitle } = first
  return (
    <section aria-labelledby={id}>
      <TextLink to="/courses/$courseId" params={{ courseId }} size="sm">
        {courseTitle}
      </TextLink>
      <Title order={2} id={id} size="h4" mb="xs">
        {lessonTitle ? (
          <TextLink to="/learn/$courseId/$videoId" params={{ courseId, videoId: lessonId }} inherit>
            {lessonTitle}
          </TextLink>
        ) : (
          t`Lesson no longer published`
        )}
      </Title>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-labelledby={id}>
        {notes.map((note) => (
          <NoteCard key={note.id} note={note} />
        ))}
      </Stack>
    </section>
  )
}

function Filters({ filters, onFilters }: Props) {
  const { search = '', course = '', lesson = '' } = filters
  const noted = useQuery(notedLessonsQuery()).data ?? []
  const set = (change: NoteFilters) => onFilters({ ...filters, ...change })
  return (
    <Group gap="sm" mb="lg">
      <SearchField label={t`Search my notes`} value={search} onSearch={(text) => set({ search: text })} />
      <NativeSelect
        aria-label={t`Course`}
        value={course}
        data={[{ value: '', label: t`All courses` }, ...coursesOf(noted)]}
        onChange={(e) => set({ course: e.currentTarget.value, lesson: '' })}
      />
      {course !== '' && (
        <NativeSelect
          aria-label={t`Lesson`}
          value={lesson}
          data={[{ value: '', label: t`All lessons` }, ...lessonsOf(noted, course)]}
          onChange={(e) => set({ lesson: e.currentTarget.value })}
        />
      )}
    </Group>
  )
}

type Noted = Schema<'NotedLesson'>

const counted = (title: string, notes: number) =>
  plural(notes, { one: `${title} (# note)`, other: `${title} (# notes)` })

const coursesOf = (noted: Noted[]) =>
  [...new Map(noted.map((n) => [n.courseId, n.courseTitle]))].map(([value, title]) => {
    const notes = noted.filter((n) => n.courseId === value).reduce((sum, n) => sum + n.notes, 0)
    return { value, label: counted(title, notes) }
  })

const lessonsOf = (noted: Noted[], course: string) =>
  noted
    .filter((n) => n.courseId === course)
    .map(({ lessonId, lessonTitle, notes }) => ({
      value: lessonId,
      label: counted(lessonTitle || t`Lesson no longer published`, notes),
    }))

const NoNotes = () => (
  <Empty
    title={t`No notes yet`}
    action={
      <ButtonLink to="/app/courses">
        <Trans>Open my courses</Trans>
      </ButtonLink>
    }
  >
    <Trans>Notes you take in a lesson appear here, with a link to the moment in its video.</Trans>
  </Empty>
)

const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <NoMatches title={t`No matching notes`} onClear={onClear}>
    <Trans>Try fewer words or another course.</Trans>
  </NoMatches>
)
