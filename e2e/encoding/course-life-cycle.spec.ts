// From an empty course to a completed one, by mouse and again by keyboard alone.
import type { Locator, Page } from '@playwright/test'

import type { Schema } from '../api'
import { addLesson, publishCourse, saved } from '../builder'
import { clip, expect, test } from '../fixtures'
import { type InputMode, keyboard, mouse } from '../input-modes'
import { loadPlayer } from '../player'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

for (const [way, inputMode] of [
  ['by mouse', mouse],
  ['by keyboard alone', keyboard],
] as const) {
  test.describe(way, () => {
    const word = `${way === 'by mouse' ? 'Quillwork' : 'Marquetry'}${Date.now()}` // occurs in no other course
    const title = `${word} at home`
    let courseId = ''

    test('an instructor makes a live course with a price', async ({ as }) => {
      const page = await as('instructor')
      const { activate, fill, select, check } = inputMode(page)
      await page.goto('/teach')
      await activate(page.getByRole('link', { name: 'Create course' }).first())
      await fill(page.getByLabel('Title'), title)
      await fill(page.getByLabel('Category'), 'Crafts')
      await select(page.getByLabel('Format'), 'Live')
      await activate(page.getByRole('button', { name: 'Create course' }))
      await activate(page.getByRole('link', { name: 'Settings', exact: true }))
      await activate(page.getByRole('link', { name: 'Cover and page' }))
      await check(page.getByLabel('Certificate'))
      await fill(page.getByLabel('Tools'), word)
      await activate(page.getByRole('link', { name: 'Pricing' }))
      await activate(page.getByRole('button', { name: 'Add price' }))
      await fill(page.getByLabel('Group price per person'), '80')
      await activate(page.getByRole('button', { name: 'Save changes', exact: true }))
      await expect(page.getByText('Changes saved.', { exact: true })).toBeVisible()
      courseId = new URL(page.url()).pathname.split('/')[3] ?? ''
    })

    test('and fills it with a video, a quiz and an assignment', async ({ as, api }) => {
      const page = await as('instructor')
      const input = inputMode(page)
      const { activate, fill, select, check, switchTo } = input
      await page.goto(`/courses/${courseId}`)
      await activate(page.getByRole('link', { name: 'Manage course' }))
      await activate(page.getByRole('link', { name: 'Questions', exact: true }))
      await activate(page.getByRole('button', { name: 'Add question' }).first())
      const dialog = page.getByRole('dialog')
      await select(dialog.getByLabel('Type', { exact: true }), 'Number')
      await fill(dialog.getByRole('textbox', { name: 'Question', exact: true }), 'How many sides has a square?')
      await fill(dialog.getByLabel('Value'), '4')
      await activate(dialog.getByRole('button', { name: 'Save question' }))
      await expect(page.getByRole('row', { name: /How many sides/ })).toBeVisible()

      await page.goto(`/teach/courses/${courseId}/curriculum`)
      await activate(page.getByRole('button', { name: 'Add section' }))
      await addLesson(page, input, 'New section', 'Video', 'The first fold')
      const chooser = page.waitForEvent('filechooser')
      await activate(page.getByRole('button', { name: 'Upload video' }))
      await (await chooser).setFiles(clip('bbb-360p-10s.webm'))
      await expect(page.getByLabel('Video from the course library')).not.toHaveValue('', { timeout: 30_000 })
      await saved(page)

      await addLesson(page, input, 'New section', 'Quiz', 'What a square is')
      await activate(page.getByRole('button', { name: 'Choose from course…' }))
      await check(dialog.getByRole('checkbox', { name: 'How many sides has a square?' }))
      await activate(dialog.getByRole('button', { name: 'Add 1 question' }))
      await saved(page)

      await addLesson(page, input, 'New section', 'Assignment', 'Fold a box')
      await fill(page.getByLabel('Instructions'), 'Tell how you folded it.')
      await check(page.getByRole('checkbox', { name: 'Text' }))
      await activate(page.getByRole('button', { name: 'Add criterion' }))
      await fill(page.getByLabel('Criterion 1', { exact: true }), 'Care')
      await saved(page)
      await switchTo(page.getByRole('tab', { name: 'Settings' }))
      await select(page.getByLabel('Completion rule'), 'When the minimum score is reached')
      await saved(page)
      await activate(page.getByRole('button', { name: 'Close lesson' }))
      await publishCourse(page, input)

      const teacher = await api('instructor')
      const videos = () => teacher.get<Schema<'Video'>[]>(`/video-streaming/courses/${courseId}/videos`)
      await expect.poll(async () => (await videos())[0]?.status, { timeout: 180_000 }).toBe('completed')
    })

    test('a student finds it by a filter and by a typo, and asks for a place', async ({ as, api }) => {
      const page = await as('student')
      const { activate, fill, select } = inputMode(page)
      const card = page.getByRole('list', { name: 'Catalogue' }).getByRole('link', { name: title })
      await page.goto('/courses')
      await select(page.getByLabel('Tool'), `${word} (1)`)
      await expect(card).toBeVisible()

      await page.goto('/courses')
      const search = page.getByRole('combobox', { name: 'Search courses' })
      await fill(search, word.slice(0, 3) + word.charAt(4) + word.charAt(3) + word.slice(5))
      await search.press('Enter')
      await activate(card)
      await expect(page.getByRole('link', { name: 'Buy this course' })).toBeVisible()
      // as where a course is paid for by arrangement
      await (await api('student')).send('post', `/courses/${courseId}/enroll`)
    })

    test('an administrator admits them', async ({ as }) => {
      const page = await as('admin')
      const { activate } = inputMode(page)
      await page.goto(`/courses/${courseId}`)
      await activate(page.getByRole('link', { name: 'Manage course' }))
      await activate(page.getByRole('link', { name: 'Learners', exact: true }))
      await activate(page.getByRole('button', { name: 'Approve Mina Okafor' }))
      await expect(page.getByRole('row', { name: /Mina Okafor/ }).getByText('Active')).toBeVisible()
    })

    test('the student watches on two devices, one of them without a network', async ({ as }) => {
      const [first, second] = [await as('student'), await as('student')]
      await first.goto(`/courses/${courseId}`)
      await inputMode(first).activate(first.getByRole('link', { name: 'Start learning' }))
      await expect(first.getByRole('heading', { level: 1, name: 'The first fold' })).toBeVisible()
      await loadPlayer(first)
      await playOrPause(first, inputMode(first))
      await expect.poll(() => at(first), { timeout: 30_000 }).toBeGreaterThan(3)
      await playOrPause(first, inputMode(first))
      const left = await at(first)

      await second.goto(`/learn/${courseId}`)
      await loadPlayer(second)
      await expect.poll(() => at(second), { timeout: 30_000 }).toBeGreaterThan(left - 2)
      await playOrPause(second, inputMode(second))
      await expect.poll(() => fullyBuffered(second), { timeout: 20_000 }).toBe(true)
      await second.context().setOffline(true)
      await expect
        .poll(() => film(second).evaluate((video: HTMLVideoElement) => video.ended), { timeout: 30_000 })
        .toBe(true)
      await second.context().setOffline(false)
      await expect(second.getByText('1 of 3 complete · 33%')).toBeVisible({ timeout: 30_000 })
      await first.reload()
      await expect(first.getByText('1 of 3 complete · 33%')).toBeVisible()
    })

    test('takes the quiz and hands in', async ({ as }) => {
      const page = await as('student')
      const { activate, fill } = inputMode(page)
      await page.goto(`/learn/${courseId}`)
      await expect(page.getByRole('heading', { level: 1, name: 'What a square is' })).toBeVisible()
      await activate(page.getByRole('button', { name: 'Start quiz' }))
      await fill(page.getByRole('group', { name: /How many sides/ }).getByRole('textbox'), '4')
      await expect(page.getByText('All answers saved')).toBeVisible()
      await activate(page.getByRole('button', { name: 'Submit' }))
      await activate(page.getByRole('dialog').getByRole('button', { name: 'Submit' }))
      await expect(page.getByText('2 of 3 complete · 66%')).toBeVisible()

      await activate(page.getByRole('link', { name: 'Next lesson' }))
      await fill(page.getByLabel('Your text'), 'From the edge to the middle, twice.')
      await activate(page.getByRole('button', { name: 'Hand in' }))
      await activate(page.getByRole('dialog').getByRole('button', { name: 'Hand in' }))
      await expect(page.getByRole('heading', { name: 'Your submissions' })).toBeVisible()
      await expect(page.getByText('2 of 3 complete · 66%'), 'the work is not graded yet').toBeVisible()
    })

    test('the instructor grades, and the course is completed', async ({ as }) => {
      const teacher = await as('instructor')
      const { activate, fill } = inputMode(teacher)
      await teacher.goto(`/courses/${courseId}`)
      await activate(teacher.getByRole('link', { name: 'Manage course' }))
      await activate(teacher.getByRole('link', { name: 'Submissions', exact: true }))
      await activate(teacher.getByRole('button', { name: /^Grade submission from/ }).first())
      await fill(teacher.getByLabel('Care (0 to 5)'), '5')
      await activate(teacher.getByRole('button', { name: 'Save and return' }))
      await expect(teacher.getByText(/^Grade returned to /)).toBeVisible()

      const student = await as('student')
      await student.goto(`/learn/${courseId}`)
      await expect(student.getByText('Course completed · 100%')).toBeVisible()
    })
  })
}

const film = (page: Page): Locator => page.locator('video')
const at = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)

/** The whole video is in the browser. */
const fullyBuffered = (page: Page) =>
  film(page).evaluate(
    ({ buffered, duration }: HTMLVideoElement) =>
      buffered.length > 0 && buffered.end(buffered.length - 1) > duration - 0.3,
  )

const playOrPause = (page: Page, { activate }: InputMode) => activate(page.locator('media-play-button'))
