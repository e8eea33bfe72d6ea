// A session that a learner can't attend, made up in another group: chosen with the keyboard, seen by the instructor, cancelled.
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { type ApiAs, expect, test } from '../fixtures'
import { keyboard } from '../input-modes'

/** Two groups of a course with the same session ahead, of which the demo's student is in the first. */
async function groups(api: ApiAs) {
  const [teaching, learning] = await Promise.all([api('instructor'), api('student')])
  const [course] = await teaching.get<Schema<'Course'>[]>('/courses/get?mine=true&limit=1&sort=title')
  const me = await learning.get<Schema<'Permissions'>>('/profile/me/permissions')
  const plan = (name: string, date: string) =>
    teaching.send<Schema<'Batch'>>('post', `/batches/courses/${course?.id}/batches`, {
      batch_name: name,
      timezone: 'Europe/Berlin',
      schedule: [{ date, start_time: '18:00', end_time: '19:00', title: 'Wax' }],
    })
  const own = await plan('Spring group', '2031-03-04')
  const other = await plan('Summer group', '2031-06-03')
  await teaching.send('post', '/batches/enroll-students', { batch_id: own.id, student_ids: [me.user.id] })
  return { own: own.schedule?.[0]?.id, other: other.schedule?.[0]?.id, name: me.user.full_name }
}

test('a learner makes up a session in another group', async ({ api, as }) => {
  const { own, other, name } = await groups(api)
  const instructor = await as('instructor')
  await instructor.goto(`/sessions/${own}`)
  await instructor.getByRole('combobox', { name: `Attendance of ${name}` }).selectOption('Excused')
  await expect(instructor.getByRole('button', { name: `Choose a make-up session for ${name}` })).toBeVisible()

  const learner = await as('student')
  const { activate, check } = keyboard(learner)
  await learner.goto(`/sessions/${own}`)
  const makeUp = learner.getByRole('region', { name: 'Make-up session' })
  await activate(makeUp.getByRole('button', { name: 'Choose a make-up session' }))
  const dialog = learner.getByRole('dialog', { name: 'Choose a make-up session' })
  await check(dialog.getByRole('radio', { name: /3 Jun 2031/ }))
  await expectAccessible(learner)
  await activate(dialog.getByRole('button', { name: 'Choose session' }))
  await expect(learner.getByText('Make-up session chosen.')).toBeVisible()
  await expect(makeUp.getByRole('link', { name: 'Summer group' })).toBeVisible()
  await expectAccessible(learner)
  await expectFitsPhone(learner)
  await activate(makeUp.getByRole('link', { name: 'Summer group' }))
  await expect(learner.getByText('You are a guest in this session')).toBeVisible()

  await instructor.goto(`/sessions/${other}`)
  await expect(instructor.getByRole('row', { name: new RegExp(name) }).getByText('From “Spring group”')).toBeVisible()
  await expectAccessible(instructor)

  await learner.goto(`/sessions/${own}`)
  await activate(makeUp.getByRole('button', { name: 'Cancel make-up session' }))
  const question = learner.getByRole('dialog', { name: 'Cancel this make-up session?' })
  await activate(question.getByRole('button', { name: 'Cancel make-up session' }))
  await expect(makeUp.getByRole('button', { name: 'Choose a make-up session' })).toBeVisible()
  await instructor.reload()
  await expect(instructor.getByText('No learners are expected in this session.')).toBeVisible()
})
