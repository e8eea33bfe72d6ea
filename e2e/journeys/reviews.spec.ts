// What learners think of a course: one is asked on a lesson and at the end, the instructor answers, and everybody reads it.
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { type ApiAs, expect, test } from '../fixtures'

/** Publishes a course of two lessons in which the demo's student is enrolled, and returns its ids. */
async function learnable(api: ApiAs) {
  const teacher = await api('instructor')
  const course = { title: 'Keeping hornets', category: 'Nature', course_type: 'free' }
  const { id } = await teacher.send<Schema<'Course'>>('post', '/courses/create', course)
  const curriculum = `/curriculum/course/${id}`
  const section = await teacher.send<Schema<'OutlineEntry'>>('post', `${curriculum}/sections`, { title: 'Basics' })
  const lessons: string[] = []
  for (const title of ['Nests', 'Queens']) {
    const text = { type: 'text', title, content: { html: `<p>About ${title}.</p>` } }
    const lesson = await teacher.send<Schema<'LessonEntry'>>(
      'post',
      `${curriculum}/sections/${section.id}/lessons`,
      text,
    )
    lessons.push(lesson.id)
  }
  await teacher.send('post', `${curriculum}/publish`)
  await teacher.send('patch', `/courses/toggle-status/${id}`)
  const student = await api('student')
  await student.send('post', `/courses/${id}/enroll`)
  const complete = async (lesson: string | undefined) => {
    const done = { type: 'done', value: 0, at: new Date().toISOString() }
    await student.send('post', '/progress/events', {
      events: [{ id: crypto.randomUUID(), courseId: id, lessonId: lesson, ...done }],
    })
  }
  return { id, lessons, complete, hide: () => teacher.send('patch', `/courses/toggle-status/${id}`) }
}

test('a learner reviews a course, its instructor answers, and their page shows the rating', async ({
  api,
  as,
  page,
}) => {
  const course = await learnable(api)
  const learner = await as('student')
  const lesson = `/learn/${course.id}/${course.lessons[0]}`

  await learner.goto(lesson)
  await expect(learner.getByRole('heading', { level: 1, name: 'Nests' })).toBeVisible()
  await expect(learner.getByRole('heading', { name: 'Comments' })).toBeVisible()
  await expect(learner.getByRole('button', { name: 'Write a review' })).toBeHidden() // too early

  await course.complete(course.lessons[0])
  await learner.goto(lesson)
  await learner.getByRole('button', { name: 'Write a review' }).click()
  await learner.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await learner.getByLabel('Your review').fill('Calm and clear.')
  await expectAccessible(learner)
  await learner.getByRole('button', { name: 'Publish review' }).click()
  await expect(learner.getByText('Review saved.')).toBeVisible()
  await expect(learner.getByRole('button', { name: 'Write a review' })).toBeHidden()

  await course.complete(course.lessons[1])
  await learner.goto(`/learn/${course.id}/completed`)
  await expect(learner.getByRole('heading', { level: 1, name: 'Course completed' })).toBeVisible()
  await learner.getByRole('button', { name: 'Edit' }).click()
  await learner.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await learner.getByRole('button', { name: 'Save review' }).click()
  await expect(learner.getByRole('heading', { name: 'Your review' })).toBeVisible()

  const instructor = await as('instructor')
  await instructor.goto(`/courses/${course.id}`)
  await instructor.getByRole('button', { name: 'Answer' }).click()
  await instructor.getByLabel('Your answer').fill('Thank you.')
  await instructor
    .getByRole('dialog')
    .getByRole('button', { name: /answer/i })
    .click()
  await expect(instructor.getByText('Thank you.')).toBeVisible()

  await page.goto(`/courses/${course.id}`) // a visitor
  await expect(page.getByRole('img', { name: '5.0 out of 5 stars, 1 review' })).toBeVisible()
  await expect(page.getByText('Calm and clear.')).toBeVisible()
  await expect(page.getByText('Thank you.')).toBeVisible()
  const { instructors } = await (await api('student')).get<Schema<'CourseDetail'>>(`/courses/${course.id}`)
  await page.getByRole('link', { name: instructors[0]?.full_name ?? '' }).click()
  await expect(page).toHaveURL(/\/instructors\//)
  await expect(page.getByRole('heading', { level: 1, name: instructors[0]?.full_name ?? '' })).toBeVisible()
  await expect(page.getByRole('img', { name: /out of 5 stars, \d+ reviews?$/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Keeping hornets' })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await course.hide() // other journeys count the courses in the catalogue
})
