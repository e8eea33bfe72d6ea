import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'

import type { Schema } from '../api'
import { addLesson, publishCourse, saved } from '../builder'
import { type ApiAs, clip, expect, test } from '../fixtures'
import { keyboard, mouse, tabTo } from '../input-modes'

test.slow() // building by hand takes many steps

/** A new published course in which the demo's student is enrolled. */
async function newCourse(api: ApiAs) {
  const teacher = await api('instructor')
  const title = `Beekeeping ${randomUUID().slice(0, 8)}`
  const course = await teacher.send<Schema<'Course'>>('post', '/courses/create', {
    title,
    category: 'Nature',
    course_type: 'free',
  })
  return { id: course.id, title, teacher }
}

/** The titles of lessons by section, as a student sees them in the published version. */
async function seenByStudent(api: ApiAs, courseId: string) {
  const student = await api('student')
  const found = await student.get<Schema<'Curriculum'>>(`/curriculum/course/${courseId}`)
  const open = async (title: string) => {
    const id = found.lessons.find((l) => l.title === title)?.id
    return (await student.get<Schema<'LessonDetail'>>(`/curriculum/course/${courseId}/lesson/${id}`)).content
  }
  return { sections: found.sections.map((s) => [s.title, ...s.lessons.map((l) => l.title)]), open }
}

const section = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

test('an instructor builds a curriculum by mouse, publishes it, and a student sees it', async ({ as, api }) => {
  const page = await as('instructor')
  await page.setViewportSize({ width: 1280, height: 1600 }) // dragging near an edge would scroll the page
  const course = await newCourse(api)
  await page.goto(`/teach/courses/${course.id}/curriculum`)
  await expect(page.getByRole('heading', { name: 'No sections yet' })).toBeVisible()

  for (const title of ['Basics', 'Practice']) {
    await page.getByRole('button', { name: 'Add section' }).click()
    await page.getByRole('button', { name: 'New section (rename)' }).click()
    await page.getByLabel('Section title').fill(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }

  await addLesson(page, mouse(), 'Basics', 'Text', 'What bees do')
  await page.getByRole('textbox', { name: 'Lesson text' }).fill('They dance.')
  await saved(page)

  await addLesson(page, mouse(), 'Basics', 'Video', 'Opening a hive')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload video' }).click()
  await (await chooser).setFiles(clip('bbb-360p-10s.webm'))
  await expect(page.getByLabel('Video from the course library')).not.toHaveValue('', { timeout: 30_000 })
  await saved(page)

  await addLesson(page, mouse(), 'Practice', 'Embed', 'A film')
  await page.getByLabel('Page address').fill('https://evil.test/film')
  await page.getByRole('button', { name: 'Embed page' }).click()
  await expect(page.getByText(/Pages of this site can't be shown in a lesson/).first()).toBeVisible()
  await page.getByLabel('Page address').fill('https://youtu.be/abc123')
  await page.getByRole('button', { name: 'Embed page' }).click()
  await saved(page)
  await page.getByRole('button', { name: 'Close lesson' }).click()

  const film = page.getByRole('button', { name: 'Move “A film”' })
  await drag(page, film, page.getByRole('button', { name: 'What bees do', exact: true }))
  await expect(section(page, 'Basics').getByRole('button', { name: /^Move “(?!Basics)/ })).toHaveText(['', '', ''])
  await expect(page.getByText('“A film” moved to position 1 of 3 in “Basics”.')).toBeAttached()

  await page.getByLabel('Select “A film”').check()
  await page.getByLabel('Select “Opening a hive”').check()
  await page.getByRole('region', { name: 'Selected lessons' }).getByRole('button', { name: 'Move…' }).click()
  await page.getByRole('dialog').getByLabel('Section').selectOption('Practice')
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('list', { name: 'Lessons in “Practice”' }).getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'More actions for “What bees do”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'What bees do', exact: true })).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'What bees do', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByText('They dance.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to curriculum' }).click()

  await publishCourse(page, mouse())

  await (await api('student')).send('post', `/courses/${course.id}/enroll`)
  const seen = await seenByStudent(api, course.id)
  expect(seen.sections).toEqual([
    ['Basics', 'What bees do'],
    ['Practice', 'A film', 'Opening a hive'],
  ])
  expect(await seen.open('What bees do')).toEqual({ html: '<p>They dance.</p>' })
  expect(await seen.open('A film')).toEqual({ url: 'https://www.youtube-nocookie.com/embed/abc123' })
})

test('the same by keyboard alone', async ({ as, api }) => {
  const page = await as('instructor')
  const course = await newCourse(api)
  await page.goto(`/teach/courses/${course.id}/curriculum`)
  const input = keyboard(page)
  const { activate, fill } = input
  for (const title of ['Basics', 'Practice']) {
    await activate(page.getByRole('button', { name: 'Add section' }))
    await activate(page.getByRole('button', { name: 'New section (rename)' }))
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  await addLesson(page, input, 'Basics', 'Text', 'What bees do')
  await fill(page.getByRole('textbox', { name: 'Lesson text' }), 'They dance.')
  await saved(page)
  await addLesson(page, input, 'Practice', 'Embed', 'A film')
  await fill(page.getByLabel('Page address'), 'https://youtu.be/abc123')
  await page.keyboard.press('Enter')
  await saved(page)
  await activate(page.getByRole('button', { name: 'Close lesson' }))

  await tabTo(page, page.getByRole('button', { name: 'Move “A film”' }))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('“A film” moved to position 2 of 2 in “Basics”.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move “A film”' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('“A film” moved to position 1 of 2 in “Basics”.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move “A film”' })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Move “Practice”' }))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('“Practice” moved to position 1 of 2 in the course.')).toBeAttached()

  await publishCourse(page, input)
  const seen = await course.teacher.get<Schema<'Curriculum'>>(`/curriculum/course/${course.id}`)
  expect(seen.sections.map((s) => [s.title, ...s.lessons.map((l) => l.title)])).toEqual([
    ['Practice'],
    ['Basics', 'A film', 'What bees do'],
  ])
})

test('two teachers edit one lesson: nothing is overwritten, and offline edits are kept', async ({ as, api }) => {
  const course = await newCourse(api)
  const { id: sectionId } = await course.teacher.send<Schema<'OutlineEntry'>>(
    'post',
    `/curriculum/course/${course.id}/sections`,
    { title: 'Basics' },
  )
  const lesson = await course.teacher.send<Schema<'LessonEntry'>>(
    'post',
    `/curriculum/course/${course.id}/sections/${sectionId}/lessons`,
    { type: 'text', title: 'Bees', content: { html: '<p>They dance.</p>' } },
  )
  const address = `/teach/courses/${course.id}/curriculum?lesson=${lesson.id}`
  const [mine, theirs] = [await as('instructor'), await as('admin')]
  for (const page of [mine, theirs]) {
    await page.goto(address)
    await expect(page.getByRole('textbox', { name: 'Lesson text' })).toHaveText('They dance.')
  }
  await mine.context().setOffline(true)
  await mine.getByRole('textbox', { name: 'Lesson text' }).fill('They dance on the comb.')
  await expect(mine.getByText("The server can't be reached.", { exact: false })).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Lesson text' }).fill('They sing.')
  await saved(theirs)
  await mine.context().setOffline(false)

  await expect(mine.getByText('This lesson was changed elsewhere')).toBeVisible()
  await expect(mine.getByText('Changed elsewhere', { exact: true })).toBeVisible()
  await expect(mine.getByRole('region', { name: 'Content' }).locator('del').first()).toBeVisible()
  const content = async () =>
    (await course.teacher.get<Schema<'LessonDetail'>>(`/curriculum/course/${course.id}/lesson/${lesson.id}?draft=true`))
      .content
  expect(await content()).toEqual({ html: '<p>They sing.</p>' })
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await saved(mine)
  expect(await content()).toEqual({ html: '<p>They dance on the comb.</p>' })
})

/** Drags in steps, as a hand does: the library observes the pointer's position between them. */
async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('one of the two is not on the screen')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + 20, end.y + end.height / 2 + 30, { steps: 12 })
  await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 6 })
  await expect(to.locator('xpath=ancestor::li[1]')).toHaveAttribute('data-target', 'true')
  await page.mouse.up()
}
