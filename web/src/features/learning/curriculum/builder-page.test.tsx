import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import type { LessonEditorProps } from '@/shared/lesson-editor'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'
import type { Curriculum, Issue, LessonEntry } from './api'
import { BuilderPage } from './builder-page'
import { textOf } from './content'
import { draft, lesson, lessonDetail } from './fixtures'

/** A minimal editor that shows the stored content of a text lesson. */
function PlainEditor({ content, onChange }: LessonEditorProps) {
  return (
    <textarea aria-label="Text" value={textOf(content)} onChange={(e) => onChange({ html: e.currentTarget.value })} />
  )
}

type World = { shown?: Curriculum; issues?: Issue[]; open?: string }

function open({ shown = draft(), issues = [], open }: World = {}) {
  reply('get', '/curriculum/course/{id}', shown)
  reply('post', '/curriculum/course/{id}/validate', { valid: issues.length === 0, issues })
  const onLesson = vi.fn()
  const user = renderScreen(
    <BuilderPage
      courseId="c1"
      owner="u1"
      editors={{ text: PlainEditor }}
      courses={[
        { id: 'c1', title: 'Bees' },
        { id: 'c2', title: 'Wasps' },
      ]}
      lesson={open}
      onLesson={onLesson}
    />,
  )
  return { user, onLesson }
}

declare global {
  interface Window {
    happyDOM: { setViewport: (size: { width: number }) => void }
  }
}

const ready = () => screen.findByRole('list', { name: 'Sections' })

test('ready: the outline with its state chips', async () => {
  const shown = draft()
  const first = shown.sections[0]?.lessons[0]
  if (first) Object.assign(first, { required: false, previewable: true, release: { days_after_enrolment: 3 } })
  open({ shown })
  const lessons = within(await screen.findByRole('list', { name: 'Lessons in “Week 1”' }))
  const [row] = lessons.getAllByRole('listitem')
  for (const chip of ['Optional', 'Free preview', 'Opens 3 days after enrolment', 'Completes when opened']) {
    within(row as HTMLElement).getByText(chip)
  }
})

test('empty: says how to start', async () => {
  open({ shown: { ...draft(), sections: [], lessons: [], weeks: [] } })
  await screen.findByRole('heading', { name: 'No sections yet' })
  screen.getByRole('button', { name: 'Add week' })
})

test('error: says so and retries', async () => {
  refuse('get', '/curriculum/course/{id}', 403, 'Only those who teach this course see its draft.')
  renderScreen(
    <BuilderPage courseId="c1" owner="u1" editors={{}} courses={[]} lesson={undefined} onLesson={() => {}} />,
  )
  await screen.findByText('Only those who teach this course see its draft.')
  screen.getByRole('button', { name: 'Try again' })
})

test('the keyboard moves a lesson across sections at once, and its position is announced', async () => {
  const { user } = open()
  await ready()
  const sent = reply('put', '/curriculum/course/{id}/batch-update-lessons', {})
  const handle = screen.getByRole('button', { name: 'Move “Lesson b”' })
  handle.focus()
  await user.keyboard('{ArrowDown}')
  await screen.findByText('“Lesson b” moved to position 1 of 2 in “Basics”.')
  await waitFor(() => expect(sent[0]?.body).toEqual({ lesson_ids: ['b'], move_to: 's1', order: 1 }))
})

test('the position of a lesson can be chosen from lists', async () => {
  const { user } = open()
  await ready()
  const sent = reply('put', '/curriculum/course/{id}/batch-update-lessons', {})
  await user.click(screen.getByRole('button', { name: 'Move “Lesson a”' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Section'), 'Practice')
  await user.selectOptions(dialog.getByLabelText('Position'), 'After “Lesson d”')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ lesson_ids: ['a'], move_to: 's2', order: 2 }))
})

test('several lessons can be changed at once', async () => {
  const { user } = open()
  await ready()
  const sent = reply('put', '/curriculum/course/{id}/batch-update-lessons', {})
  await user.click(screen.getByLabelText('Select “Lesson e”'))
  await user.click(screen.getByLabelText('Select “Lesson a”'))
  screen.getByText('2 lessons selected')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Make optional' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ lesson_ids: ['a', 'e'], required: false }))
})

test('problems show where they are', async () => {
  const wrong: Issue = {
    severity: 'error',
    code: 'video_missing',
    message: 'The video of “Lesson c” has been deleted. Choose another one.',
    section_id: 's1',
    lesson_id: 'c',
  }
  const { user, onLesson } = open({ issues: [wrong] })
  await ready()
  const row = screen.getByRole('button', { name: 'Lesson c' }).closest('li')
  await within(row as HTMLElement).findByRole('img', { name: wrong.message })
  await user.click(screen.getByRole('button', { name: wrong.message }))
  expect(onLesson).toHaveBeenCalledWith('c')
})

test('an empty lesson is no problem while the draft is written', async () => {
  const empty: Issue = {
    severity: 'error',
    code: 'lesson_empty',
    message: '“Lesson c” is empty. Add its content.',
    section_id: 's1',
    lesson_id: 'c',
  }
  const bare = (l: LessonEntry) => (l.id === 'c' ? { ...l, content_id: '' } : l)
  const shown = draft()
  for (const section of shown.sections)
    for (const one of [section, ...section.sections]) one.lessons = one.lessons.map(bare)
  open({ issues: [empty], shown: { ...shown, lessons: shown.lessons.map(bare) } })
  await ready()
  const row = within(screen.getByRole('button', { name: 'Lesson c' }).closest('li') as HTMLElement)
  row.getByText('Empty')
  row.getByText('Add its content before you publish.')
  expect(screen.queryByRole('img', { name: empty.message })).toBeNull()
  expect(screen.queryByText(empty.message)).toBeNull()
})

const opened = { ...draft(), lessons: draft().lessons.map((l) => ({ ...l, id: l.id === 'a' ? lesson.id : l.id })) }

test('edits are saved automatically with their base revision', async () => {
  reply('get', '/curriculum/course/{id}/lesson/{lessonId}', lessonDetail)
  const sent = reply('put', '/curriculum/course/{id}/lessons/{lessonId}', { ...lesson, revision: 4, content_id: 'k2' })
  const { user } = open({ shown: opened, open: lesson.id })
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), '!')
  await screen.findByText('Saved')
  await waitFor(() => expect(sent[0]?.body).toEqual({ content: { html: '<p>They dance.</p>!' }, revision: 3 }))
})

test('412: shows both texts with their differences and lets the user choose', async () => {
  reply('get', '/curriculum/course/{id}/lesson/{lessonId}', lessonDetail)
  const theirs = { ...lesson, revision: 7, content_id: 'k7' }
  const sent: unknown[] = []
  server.use(
    http.put('*/api/v1/curriculum/course/:id/lessons/:lessonId', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length > 1)
        return HttpResponse.json({ success: true, status: 'success', message: '', data: { ...theirs, revision: 8 } })
      const problem: Schema<'Problem'> = {
        success: false,
        status: 'error',
        code: 'stale_version',
        message: 'Another user has changed this.',
        request_id: 'r1',
        error: { revision: 7, current: theirs, content: { html: '<p>They sing.</p>' } },
      }
      return HttpResponse.json(problem, { status: 412 })
    }),
  )
  const { user } = open({ shown: opened, open: lesson.id })
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), '!')
  await screen.findByText('Changed elsewhere')
  expect(screen.queryByRole('region', { name: 'Title' })).toBeNull() // it is the same on both sides
  const difference = within(screen.getByRole('region', { name: 'Content' }))
  expect(difference.getByRole('figure', { name: 'Saved version' }).textContent).toContain('They sing.')
  expect(difference.getByRole('figure', { name: 'Your version' }).textContent).toContain('They dance.')
  expect(difference.getByText('sing').tagName).toBe('DEL')
  expect(difference.getByText('dance').tagName).toBe('INS')
  expect(sent).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sent[1]).toEqual({ content: { html: '<p>They dance.</p>!' }, revision: 7 }))
})

test('the open lesson stays as it is while the window becomes narrow and wide again', async () => {
  reply('get', '/curriculum/course/{id}/lesson/{lessonId}', lessonDetail)
  const sent = reply('put', '/curriculum/course/{id}/lessons/{lessonId}', { ...lesson, title: 'Dances', revision: 4 })
  const { user } = open({ shown: opened, open: lesson.id })
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await user.clear(title)
  await user.type(title, 'Dances')
  await screen.findByText('Saved')
  for (const width of [1280, 800, 1280, 1024]) {
    // happy-dom announces changes from the first resize on
    act(() => window.happyDOM.setViewport({ width }))
    await waitFor(() => expect(screen.queryByRole('dialog') !== null).toBe(width === 800))
    expect(screen.getByRole('textbox', { name: 'Title' })).toBe(title)
    expect(title).toHaveProperty('value', 'Dances')
  }
  expect(sent).toHaveLength(1)
})

test('copies from another course and lists what is left out', async () => {
  const { user } = open()
  await ready()
  const film = { title: 'Film', reason: 'This video is not one of the course.' }
  const sent = reply('post', '/curriculum/course/{id}/duplicate/{sourceId}', {
    sections: 1,
    lessons: 2,
    left_out: [film, film, { title: 'Quiz: Question 3', reason: 'Lost.', part: 'question', name: 'Quiz', number: 3 }],
  })
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy from another course…' }))
  await user.click(await screen.findByRole('combobox', { name: 'Course' }))
  expect(screen.queryByRole('option', { name: 'Bees' })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Wasps' }))
  await user.click(screen.getByRole('button', { name: 'Copy curriculum' }))
  await screen.findByText(/1 section with 2 lessons copied/)
  expect(screen.getAllByText(/Film: This video/)).toHaveLength(1)
  screen.getByText('Quiz: Question 3: Lost.')
  expect(sent[0]?.path).toBe('/curriculum/course/c1/duplicate/c2')
})

test('deletes the user’s own template', async () => {
  const { user } = open()
  await ready()
  const template = {
    id: 't1',
    title: 'Six weeks',
    summary: '',
    category: 'Nature',
    difficulty: 'beginner' as const,
    duration: 6,
    lessons: 12,
    removable: true,
    createdAt: '2026-11-20T10:00:00Z',
  }
  reply('get', '/curriculum/templates', [template, { ...template, id: 't2', title: 'Of others', removable: false }])
  const sent = reply('delete', '/curriculum/templates/{templateId}', {})
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add from template…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete “Six weeks”' }))
  expect(screen.queryByRole('button', { name: 'Delete “Of others”' })).toBeNull()
  reply('get', '/curriculum/templates', [])
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('No templates')
  expect(sent[0]?.path).toBe('/curriculum/templates/t1')
})
