import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { lesson } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'
import { CourseCurriculum } from './course-curriculum'
import { courseProgress, curriculumOf, lessonProgress } from './fixtures'
import { PreviewButton } from './preview-button'
import { StartButton } from './start-button'

type LessonEntry = Schema<'LessonEntry'>

const lock = { reason: 'after_lesson', text: 'Complete “Retries” first.' } as const
const notEnrolled = { reason: 'not_enrolled', text: 'Enrol.' } as const
const film: LessonEntry = {
  ...lesson,
  id: 'l2',
  title: 'Budgets',
  type: 'video',
  duration_seconds: 190,
  previewable: true,
}
const closed: LessonEntry = { ...lesson, lock: notEnrolled, duration_seconds: 60 }

/** The parts of a course page that show its lessons. */
function Parts() {
  const [enrolled, enrol] = useState(false)
  const [preview, setPreview] = useState<LessonEntry>()
  return (
    <>
      <button type="button" onClick={() => enrol(true)}>
        Enrol
      </button>
      {enrolled ? <StartButton courseId="c1" /> : <PreviewButton courseId="c1" onPreview={setPreview} />}
      <CourseCurriculum courseId="c1" enrolled={enrolled} otherwise="none" onPreview={setPreview} />
      <p>{preview ? `previewing ${preview.title}` : 'no preview'}</p>
    </>
  )
}

test('visitors see sections with their durations, and play previews in place', async () => {
  const shown = curriculumOf([closed, film])
  reply('get', '/curriculum/course/{id}', {
    ...shown,
    totals: { ...shown.totals, lessons: 2, duration_seconds: 250 },
  })
  const user = renderScreen(<Parts />)
  const list = await screen.findByRole('list', { name: 'Budgets' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([`${closed.title}1 min`, 'Budgets Preview3 min 10 s'])
  await screen.findByText('1 section · 2 lessons · 4 min 10 s')
  expect(within(list).queryByRole('link')).toBeNull()
  await user.click(within(list).getByRole('button', { name: /Budgets/ }))
  await screen.findByText('previewing Budgets')
})

test('the cover plays the first video that is a preview', async () => {
  const reading: LessonEntry = { ...lesson, title: 'Foreword', previewable: true }
  const quiz: LessonEntry = { ...lesson, id: 'l3', type: 'quiz', previewable: true }
  reply('get', '/curriculum/course/{id}', curriculumOf([quiz, reading, film]))
  const user = renderScreen(<Parts />)
  await user.click(await screen.findByRole('button', { name: 'Preview this course' }))
  await screen.findByText('previewing Budgets')
})

test('without a preview there is nothing to play', async () => {
  reply('get', '/curriculum/course/{id}', curriculumOf([closed]))
  renderScreen(<Parts />)
  await screen.findByText(closed.title)
  expect(screen.queryByRole('button', { name: 'Preview this course' })).toBeNull()
})

test('all sections but the first are folded, until they are expanded', async () => {
  const one = curriculumOf([closed])
  const [first] = one.sections
  if (!first) throw new Error('no section')
  reply('get', '/curriculum/course/{id}', { ...one, sections: [first, { ...first, id: 's2', title: 'Retries' }] })
  const user = renderScreen(<Parts />)
  const folded = () => [...document.querySelectorAll('details')].map((d) => !d.open)
  await waitFor(() => expect(folded()).toEqual([false, true]))
  await user.click(screen.getByRole('button', { name: 'Expand all' }))
  await waitFor(() => expect(folded()).toEqual([false, false]))
  await user.click(screen.getByRole('button', { name: 'Collapse all' }))
  await waitFor(() => expect(folded()).toEqual([true, true]))
})

test('enrolling opens locked lessons, and leads to the first', async () => {
  reply('get', '/curriculum/course/{id}', curriculumOf([closed]))
  const user = renderScreen(<Parts />)
  await screen.findByText(closed.title)
  expect(screen.queryByRole('link')).toBeNull()
  reply('get', '/curriculum/course/{id}', curriculumOf([lesson]))
  reply('get', '/progress/courses/{id}', { ...courseProgress, startedAt: null })
  await user.click(screen.getByRole('button', { name: 'Enrol' }))
  expect((await screen.findByRole('link', { name: 'Start learning' })).getAttribute('href')).toBe('/learn/c1/l1')
  expect((await screen.findByRole('link', { name: lesson.title })).getAttribute('href')).toBe('/learn/c1/l1')
})

test('a learner resumes where they were, and sees what is completed', async () => {
  const second: LessonEntry = { ...lesson, id: 'l2', title: 'Retries' }
  reply(
    'get',
    '/curriculum/course/{id}',
    curriculumOf([lesson, second, { ...lesson, id: 'l3', title: 'Hedging', lock }]),
  )
  reply('get', '/progress/courses/{id}', {
    ...courseProgress,
    lastLessonId: 'l2',
    lessons: [lessonProgress],
  })
  const user = renderScreen(<Parts />)
  await user.click(screen.getByRole('button', { name: 'Enrol' }))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Continue learning' }).getAttribute('href')).toBe('/learn/c1/l2'),
  )
  const [done] = await screen.findAllByRole('listitem')
  expect(within(done as HTMLElement).getByRole('img', { name: 'Completed' })).toBeTruthy()
})
