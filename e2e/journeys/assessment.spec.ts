// From a question bank to a completed course: a quiz with a score, and an assignment handed in and graded.
import type { Page } from '@playwright/test'

import type { Schema } from '../api'
import { expectAccessible } from '../assertions'
import { addLesson, publishCourse, saved } from '../builder'
import { countClicks } from '../clicks'
import { expect, test } from '../fixtures'
import { mouse } from '../input-modes'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

const title = `Rock pools ${Date.now()}`
let courseId = ''

test('a teacher builds a quiz with the questions written in it, and an assignment', async ({ as, api }) => {
  const teacher = await api('instructor')
  const course = await teacher.send<Schema<'CourseDetail'>>('post', '/courses/create', {
    title,
    category: 'Nature',
    course_type: 'free',
  })
  courseId = course.id
  await teacher.send('patch', `/courses/toggle-status/${courseId}`)

  const page = await as('instructor')
  await page.goto(`/teach/courses/${courseId}/curriculum`)
  await page.getByRole('button', { name: 'Add section' }).click()
  await expect(page.getByRole('heading', { name: 'New section' })).toBeVisible()
  await addLesson(page, mouse(), 'New section', 'Quiz', 'What lives here')
  await page.getByRole('button', { name: 'Add question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add question' })
  await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('How many arms has a common starfish?')
  await dialog.getByLabel('Type', { exact: true }).selectOption('Number')
  await dialog.getByLabel('Value').fill('5')
  await dialog.getByRole('button', { name: 'Save question' }).click()
  await expect(page.getByRole('button', { name: /^Edit “How many arms/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add question' }).click()
  await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Which of these holds on to rock?')
  await dialog.getByLabel('Option 1', { exact: true }).fill('A limpet')
  await dialog.getByLabel('Option 2', { exact: true }).fill('A herring')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save question' }).click()
  const asked = page.getByRole('list', { name: 'Questions in every attempt' }).getByRole('button', { name: /^Edit / })
  await expect(asked).toHaveText(['How many arms has a common starfish?', 'Which of these holds on to rock?'])
  await page.getByRole('button', { name: 'Move “Which of these holds on to rock?”' }).press('ArrowUp')
  await expect(asked).toHaveText(['Which of these holds on to rock?', 'How many arms has a common starfish?'])
  await page.getByRole('button', { name: 'Add from text…' }).click()
  const paste = page.getByRole('dialog', { name: 'Add questions from text' })
  await paste.getByLabel('Questions').fill('Starfish have brains.\nA. True\nB. False\n\nLimpets move. {T}')
  await paste.getByRole('button', { name: 'Check questions' }).click()
  await expect(paste.getByText('1 question found, 1 problem')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(2)
  await page.getByLabel('Learners see which answers are correct').selectOption('After submitting')
  await saved(page)
  await addLesson(page, mouse(), 'New section', 'Assignment', 'Draw a pool')
  await page.getByLabel('Instructions').focus()
  await pasteMarkup(
    page,
    '<p>Describe a pool <b onclick="x()">that you have seen</b>.<img src=x onerror="x()"></p><script>x()</script>',
  )
  await page.getByRole('checkbox', { name: 'Text' }).check()
  await page.getByRole('checkbox', { name: 'Files' }).check()
  await page.getByRole('button', { name: 'Add criterion' }).click()
  await page.getByLabel('Criterion 1', { exact: true }).fill('Detail')
  await saved(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close lesson' }).click()

  await page.getByRole('link', { name: 'Preview', exact: true }).click()
  await answer(page)
  await expect(page.getByText('You can try answers here. They are not saved.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('button', { name: 'Draw a pool' }).click()
  await expect(page.getByText('Learners hand in their work here.')).toBeVisible()
  await expect(page.getByRole('article').getByText('that you have seen')).toHaveRole('strong')
  await page.getByRole('link', { name: 'Back to curriculum' }).click()
  await publishCourse(page, mouse())
})

/** A PDF of one page that says "A drawn pool"; viewers find its objects without a table of them. */
const drawing = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj
4 0 obj <</Length 42>> stream
BT /F 24 Tf 40 100 Td (A drawn pool) Tj ET
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
trailer <</Root 1 0 R>>
`

/** Pastes HTML into the field that has the focus. */
async function pasteMarkup(page: Page, html: string) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, html)
}

test('a student enrols, takes the quiz and hands in, in at most 12 clicks', async ({ as }) => {
  const page = await as('student')
  await page.goto(`/courses/${courseId}`)
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Enrol in this course' }).click()
  await page.getByRole('link', { name: 'Start learning' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What lives here' })).toBeVisible()
  await page.getByRole('button', { name: 'Start quiz' }).click()
  await answer(page)
  await expect(page.getByText('All answers saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('group', { name: /holds on to rock/ }).getByLabel('A limpet')).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: '100%' })).toBeVisible()
  await expect(page.getByText('Correct', { exact: true })).toHaveCount(2)
  await expectAccessible(page)
  await expect(page.getByText('1 of 2 complete · 50%')).toBeVisible()

  await page.getByRole('link', { name: 'Next lesson' }).click()
  await page.getByLabel('Your text').fill('Green weed, two crabs and a lost bucket.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  await (await chooser).setFiles({ name: 'pool.pdf', mimeType: 'application/pdf', buffer: Buffer.from(drawing) })
  await expect(page.getByRole('link', { name: 'pool.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByRole('heading', { name: 'Your submissions' })).toBeVisible()
  await clicks.expectAtMost(12, 'enrol, learn and hand in')
  await expectAccessible(page)
  await expect(page.getByText('Course completed · 100%')).toBeVisible()
})

test('the teacher grades and returns it, and only then the student sees the grade', async ({ as }) => {
  const teacher = await as('instructor')
  await teacher.goto(`/teach/courses/${courseId}`)
  await teacher.getByRole('link', { name: 'Submissions', exact: true }).click()
  await teacher.getByRole('button', { name: /^Grade submission from / }).click()
  await expect(teacher.getByText('Green weed, two crabs and a lost bucket.')).toBeVisible()
  await expect(teacher.getByRole('region', { name: 'pool.pdf' }).getByText('A drawn pool')).toBeVisible()
  await teacher.getByLabel('Detail (0 to 5)').fill('4')
  await teacher.getByRole('textbox', { name: 'Comment' }).fill('Well seen.')
  await expectAccessible(teacher)
  await teacher.getByRole('button', { name: 'Save draft' }).click()
  await expect(teacher.getByText('Draft saved.')).toBeVisible()
  const student = await as('student')
  await student.goto(`/learn/${courseId}`)
  await student.getByRole('complementary', { name: 'Outline' }).getByRole('link', { name: 'Draw a pool' }).click()
  await expect(student.getByRole('heading', { name: 'Your submissions' })).toBeVisible()
  await expect(student.getByText('Well seen.')).toHaveCount(0)

  await teacher.goto(`/teach/courses/${courseId}/submissions`)
  const clicks = await countClicks(teacher)
  await teacher.getByRole('button', { name: /^Grade submission from / }).click()
  await teacher.getByLabel('Detail (0 to 5)').fill('4.5')
  await teacher.getByRole('button', { name: 'Save and return' }).click()
  await expect(teacher.getByText(/^Grade returned to /)).toBeVisible()
  await expect(teacher.getByRole('row', { name: /Draw a pool/ })).toContainText('4.5 of 5')
  await clicks.expectAtMost(2, 'grade a submission')
  await student.reload()
  await expect(student.getByRole('heading', { name: 'Your grade' })).toBeVisible()
  await expect(student.getByText('Well seen.')).toBeVisible()
})

/** Answers both questions of the quiz. */
async function answer(page: Page) {
  await page
    .getByRole('group', { name: /holds on to rock/ })
    .getByLabel('A limpet')
    .check()
  await page
    .getByRole('group', { name: /How many arms/ })
    .getByRole('textbox')
    .fill('5')
}
