// A session of a batch: its people meet in the built-in room, and the instructor corrects who attended.
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { type ApiAs, expect, test } from '../fixtures'

/** A batch with the demo's student and a session that begins in a few minutes, which is returned. */
async function soon(api: ApiAs) {
  const [teaching, learning] = await Promise.all([api('instructor'), api('student')])
  const [course] = await teaching.get<Schema<'Course'>[]>('/courses/get?mine=true&limit=1&sort=title')
  const me = await learning.get<Schema<'Permissions'>>('/profile/me/permissions')
  const starts = new Date(Date.now() + 5 * 60_000)
  const ends = new Date(starts.getTime() + 30 * 60_000)
  // In a zone in which neither end of the session is near midnight.
  const timezone = starts.getUTCHours() >= 22 || starts.getUTCHours() < 1 ? 'Asia/Kolkata' : 'UTC'
  const wall = (at: Date) => at.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  const date = starts.toLocaleDateString('en-CA', { timeZone: timezone })
  const batch = await teaching.send<Schema<'Batch'>>('post', `/batches/courses/${course?.id}/batches`, {
    batch_name: 'Meeting now',
    timezone,
    schedule: [{ date, start_time: wall(starts), end_time: wall(ends), title: 'Hives' }],
  })
  await teaching.send('post', '/batches/enroll-students', { batch_id: batch.id, student_ids: [me.user.id] })
  return { batchId: batch.id, sessionId: batch.schedule?.[0]?.id ?? '', name: me.user.full_name }
}

test('an instructor opens a room, a learner joins from another zone, and attendance is corrected', async ({
  api,
  as,
}) => {
  const { batchId, sessionId, name } = await soon(api)
  const instructor = await as('instructor')
  await instructor.goto(`/batches/${batchId}`)
  await instructor.getByRole('button', { name: 'Set up a room' }).click()
  await instructor.getByRole('radio', { name: 'A room in Lectern' }).check()
  await instructor.getByRole('button', { name: 'Save room' }).click()
  await expect(instructor.getByText('Room saved.')).toBeVisible()
  await instructor.getByRole('list', { name: 'Sessions' }).getByRole('link').click()
  await instructor.getByRole('button', { name: /^(Start|Join) session$/ }).click() // by whether it has begun
  await expect(instructor.getByText('1 person is here')).toBeVisible()

  const learner = await as('student', { timezoneId: 'America/Los_Angeles' })
  await learner.goto(`/sessions/${sessionId}`)
  await expect(learner.getByText(/your time/)).toBeVisible()
  await expectAccessible(learner)
  await expectFitsPhone(learner)
  const [entered] = await Promise.all([
    learner.waitForRequest(/\/api\/v1\/join\//),
    learner.getByRole('button', { name: 'Join session' }).click(),
  ])
  await expect(learner.getByText('2 people are here')).toBeVisible()
  await expectAccessible(learner)
  await learner.goto(entered.url()) // the link has been used: it leads to the page of the session
  await expect(learner).toHaveURL(new RegExp(`/sessions/${sessionId}$`))

  await instructor.goto(`/sessions/${sessionId}`)
  await instructor.getByRole('combobox', { name: `Attendance of ${name}` }).selectOption('Excused')
  const row = instructor.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByText('Set by an instructor')).toBeVisible()
  await expectAccessible(instructor)
})
