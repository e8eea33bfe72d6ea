// From an empty course to a finished one, by mouse and again by keyboard alone.
import type { Locator, Page } from '@playwright/test'

import { Api, type Schema } from '../api'
import { addLesson, saved } from '../builder'
import { type Hands, keyboard, mouse } from '../hands'
import { clip, expect, test } from '../journey'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

for (const [way, handsOn] of [
  ['by mouse', mouse],
  ['by keyboard alone', keyboard],
] as const) {
  test.describe(way, () => {
    const word = `${way === 'by mouse' ? 'Quillwork' : 'Marquetry'}${Date.now()}` // stands in no other course
    const title = `${word} at home`
    let courseId = ''

    test('an instructor makes a live course with a price', async ({ as }) => {
      const page = await as('instructor')
      const { press, write, choose, tick, turnTo } = handsOn(page)
      await page.goto('/teach/courses')
      await press(page.getByRole('link', { name: 'New course' }).first())
      await write(page.getByLabel('Title'), title)
      await write(page.getByLabel('Category'), 'Crafts')
      await choose(page.getByLabel('Way of teaching'), 'Live cohort')
      await press(page.getByRole('button', { name: 'Create the course' }))
      await press(page.getByRole('link', { name: 'Edit', exact: true }))
      await tick(page.getByLabel('Certificate'))
      await write(page.getByLabel('Tools'), word)
      await press(page.getByRole('button', { name: 'Add a price' }))
      await write(page.getByLabel('A place in a group'), '80')
      await press(page.getByRole('button', { name: 'Save', exact: true }))
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await press(page.getByRole('button', { name: 'Publish' }))
      await expect(page.getByText('This course is in the catalogue.')).toBeVisible()
      courseId = new URL(page.url()).pathname.split('/')[3] ?? ''
    })

    test('and fills it with a video, a quiz and an assignment', async ({ as, request }) => {
      const page = await as('instructor')
      const hands = handsOn(page)
      const { press, write, choose, tick, turnTo } = hands
      await page.goto(`/courses/${courseId}`)
      await press(page.getByRole('link', { name: 'Questions' }))
      await press(page.getByRole('button', { name: 'Add a question' }).first())
      const dialog = page.getByRole('dialog')
      await choose(dialog.getByLabel('Kind'), 'Number')
      await write(dialog.getByRole('textbox', { name: 'Question', exact: true }), 'How many sides has a square?')
      await write(dialog.getByLabel('Value'), '4')
      await press(dialog.getByRole('button', { name: 'Save' }))
      await expect(page.getByRole('row', { name: /How many sides/ })).toBeVisible()

      await page.goto(`/teach/courses/${courseId}/curriculum`)
      await press(page.getByRole('button', { name: 'Add a section' }))
      await addLesson(page, hands, 'New section', 'Video', 'The first fold')
      const chooser = page.waitForEvent('filechooser')
      await press(page.getByRole('button', { name: 'Upload a video' }))
      await (await chooser).setFiles(clip('bbb-360p-10s.webm'))
      await expect(page.getByLabel("Video of the course's library")).not.toHaveValue('', { timeout: 30_000 })
      await saved(page)

      await addLesson(page, hands, 'New section', 'Quiz', 'What a square is')
      await press(page.getByRole('combobox', { name: 'Questions that are always asked' }))
      await hands.take(page.getByRole('option', { name: 'How many sides has a square?' }))
      await page.keyboard.press('Escape')
      await saved(page)

      await addLesson(page, hands, 'New section', 'Assignment', 'Fold a box')
      await write(page.getByLabel('What is to be done'), 'Tell how you folded it.')
      await tick(page.getByRole('checkbox', { name: 'A text' }))
      await press(page.getByRole('button', { name: 'Add a criterion' }))
      await write(page.getByLabel('Criterion 1', { exact: true }), 'Care')
      await saved(page)
      await turnTo(page.getByRole('tab', { name: 'Rules' }))
      await choose(page.getByLabel('Completion rule'), 'When the score is reached')
      await saved(page)
      await press(page.getByRole('button', { name: 'Close the lesson' }))
      await press(page.getByRole('button', { name: 'Publish' }))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }))
      await expect(page.getByText('Version 1 is published')).toBeVisible()

      const teacher = await Api.as('instructor', request)
      const videos = () => teacher.get<Schema<'Video'>[]>(`/video-streaming/courses/${courseId}/videos`)
      await expect.poll(async () => (await videos())[0]?.status, { timeout: 180_000 }).toBe('completed')
    })

    test('a student finds it by a filter and by a typo, and takes a place', async ({ as }) => {
      const page = await as('student')
      const { press, write, choose } = handsOn(page)
      const card = page.getByRole('list', { name: 'Catalogue' }).getByRole('link', { name: title })
      await page.goto('/')
      await choose(page.getByLabel('Tool'), `${word} (1)`)
      await expect(card).toBeVisible()

      await page.goto('/')
      const search = page.getByRole('combobox', { name: 'Search courses' })
      await write(search, word.slice(0, 3) + word.charAt(4) + word.charAt(3) + word.slice(5))
      await search.press('Enter')
      await press(card)
      await press(page.getByRole('button', { name: 'Enrol in this course' }))
      await expect(page.getByText('Your place is kept until it is paid for.')).toBeVisible()
    })

    test('an administrator lets them in', async ({ as }) => {
      const page = await as('admin')
      const { press } = handsOn(page)
      await page.goto(`/courses/${courseId}`)
      await press(page.getByRole('link', { name: 'People', exact: true }))
      await press(page.getByRole('button', { name: 'Let in Mina Okafor' }))
      await expect(page.getByRole('button', { name: 'Suspend Mina Okafor' })).toBeVisible()
    })

    test('the student watches on two devices, one of them without a network', async ({ as }) => {
      const [first, second] = [await as('student'), await as('student')]
      await first.goto(`/courses/${courseId}`)
      await handsOn(first).press(first.getByRole('link', { name: 'Start learning' }))
      await expect(first.getByRole('heading', { level: 1, name: 'The first fold' })).toBeVisible()
      await playOrPause(first, handsOn(first))
      await expect.poll(() => at(first), { timeout: 30_000 }).toBeGreaterThan(3)
      await playOrPause(first, handsOn(first))
      const left = await at(first)

      await second.goto(`/learn/${courseId}`)
      await expect.poll(() => at(second), { timeout: 30_000 }).toBeGreaterThan(left - 2)
      await playOrPause(second, handsOn(second))
      await expect.poll(() => whole(second), { timeout: 20_000 }).toBe(true)
      await second.context().setOffline(true)
      await expect.poll(() => film(second).evaluate((video: HTMLVideoElement) => video.ended), { timeout: 30_000 }).toBe(true)
      await second.context().setOffline(false)
      await expect(second.getByText('1 of 3 complete · 33%')).toBeVisible({ timeout: 30_000 })
      await first.reload()
      await expect(first.getByText('1 of 3 complete · 33%')).toBeVisible()
    })

    test('takes the quiz and hands in', async ({ as }) => {
      const page = await as('student')
      const { press, write } = handsOn(page)
      await page.goto(`/learn/${courseId}`)
      await expect(page.getByRole('heading', { level: 1, name: 'What a square is' })).toBeVisible()
      await press(page.getByRole('button', { name: 'Begin' }))
      await write(page.getByRole('group', { name: /How many sides/ }).getByRole('textbox'), '4')
      await expect(page.getByText('All answers are saved')).toBeVisible()
      await press(page.getByRole('button', { name: 'Submit' }))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Submit' }))
      await expect(page.getByText('2 of 3 complete · 66%')).toBeVisible()

      await press(page.getByRole('link', { name: 'Next lesson' }))
      await write(page.getByLabel('Your text'), 'From the edge to the middle, twice.')
      await press(page.getByRole('button', { name: 'Hand in' }))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Hand in' }))
      await expect(page.getByRole('heading', { name: 'What you have handed in' })).toBeVisible()
      await expect(page.getByText('2 of 3 complete · 66%'), 'the work is not graded yet').toBeVisible()
    })

    test('the instructor grades, and the course is completed', async ({ as }) => {
      const teacher = await as('instructor')
      const { press, write } = handsOn(teacher)
      await teacher.goto(`/courses/${courseId}`)
      await press(teacher.getByRole('link', { name: 'Submissions' }))
      await press(teacher.getByRole('row', { name: /Fold a box/ }).getByRole('button').first())
      const drawer = teacher.getByRole('dialog')
      await write(drawer.getByLabel('Care (0 to 5)'), '5')
      await press(drawer.getByRole('button', { name: 'Finish the grade' }))
      await press(drawer.getByRole('button', { name: 'Return to the learner' }))
      await expect(drawer.getByText('Returned', { exact: true })).toBeVisible()

      const student = await as('student')
      await student.goto(`/learn/${courseId}`)
      await expect(student.getByText('Course completed · 100%')).toBeVisible()
    })
  })
}

const film = (page: Page): Locator => page.locator('video')
const at = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)

/** The whole film is in the browser. */
const whole = (page: Page) =>
  film(page).evaluate(({ buffered, duration }: HTMLVideoElement) => buffered.length > 0 && buffered.end(buffered.length - 1) > duration - 0.3)

const playOrPause = (page: Page, { press }: Hands) => press(page.locator('media-play-button'))
