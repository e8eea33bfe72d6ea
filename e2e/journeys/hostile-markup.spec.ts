// Malicious markup in the texts of lessons, in comments and in the description of a course, shown to a student: none of it runs or even
// tries to.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Schema } from '../api'
import { expect, test } from '../fixtures'

const attacks: string[] = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../testdata/attacks.json'), 'utf8'))
const perLesson = 12

test('no markup runs a script, loads from other origins or navigates away', async ({ as, demo, api }) => {
  test.setTimeout(180_000)
  const teacher = await api('instructor')
  const title = `Hostile texts ${Date.now()}`
  const course = await teacher.send<Schema<'CourseDetail'>>('post', '/courses/create', {
    title,
    category: 'Nature',
    course_type: 'free',
    description: `<p>About the attacks</p>${attacks.join('')}`,
    description_format: 'html',
    faq: [{ question: 'And here?', answer: attacks.slice(0, perLesson).join(''), answer_format: 'html' }],
  })
  const base = `/curriculum/course/${course.id}`
  const section = await teacher.send<Schema<'OutlineEntry'>>('post', `${base}/sections`, { title: 'Attacks' })
  const lessons: string[] = []
  for (let i = 0; i < attacks.length; i += perLesson) {
    const html = `${attacks.slice(i, i + perLesson).join('<p>and</p>')}<p>The end of ${i}</p>`
    const body = { type: 'text', title: `From ${i}`, content: { html } }
    lessons.push((await teacher.send<Schema<'LessonEntry'>>('post', `${base}/sections/${section.id}/lessons`, body)).id)
  }
  await teacher.send('post', `${base}/publish`)
  await teacher.send('patch', `/courses/toggle-status/${course.id}`)
  const student = await api('student')
  await student.send('post', `/courses/${course.id}/enroll`)
  for (const [n, lesson] of lessons.entries()) {
    const body = `<p>Comment ${n}</p>${attacks.slice(n * perLesson, (n + 1) * perLesson).join('')}`
    await student.send('post', `/progress/lessons/${lesson}/comments`, { body, format: 'html' })
  }

  const page = await as('student')
  const happened: string[] = []
  page.on('dialog', (dialog) => {
    happened.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (sent) => {
    if (!sent.url().startsWith(demo.url) && !/^(blob|data):/.test(sent.url())) happened.push(`request ${sent.url()}`)
  })
  await page.exposeFunction('tell', (what: string) => happened.push(what))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      window.tell(`${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
  for (const [n, lesson] of lessons.entries()) {
    await page.goto(`/learn/${course.id}/${lesson}`)
    await expect(page.getByRole('heading', { level: 1, name: `From ${n * perLesson}`, exact: true })).toBeVisible()
    await expect(page.getByText(`Comment ${n}`, { exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(lesson))
  }
  await page.goto(`/courses/${course.id}`)
  await expect(page.getByText('About the attacks')).toBeVisible()
  expect(happened).toEqual([])
})

declare global {
  interface Window {
    tell(what: string): void
  }
}
