// A session of a batch: its people meet in the built-in room, the instructor corrects who attended, and answers who disputes that.
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

/** A session of the last weeks whose attendance the demo's student can dispute. */
async function disputable(api: ApiAs) {
  const learning = await api('student')
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
  const past = await learning.get<Schema<'Entry'>[]>(`/calendar?from=${day(-25)}&to=${day(0)}`)
  for (const { id } of past.filter(({ kind }) => kind === 'session')) {
    const session = await learning.get<Schema<'LiveSession'>>(`/sessions/${id}`)
    if (session.own_attendance?.can_dispute) return session
  }
  throw new Error('the student was late or absent in no session of the demo')
}

test('a learner disputes their attendance, and it is answered from the list of the batch', async ({ api, as }) => {
  const { session, batch_id } = await disputable(api)
  const me = await (await api('student')).get<Schema<'Permissions'>>('/profile/me/permissions')
  const learner = await as('student')
  await learner.goto(`/sessions/${session.id}`)
  await learner.getByRole('button', { name: 'Dispute attendance' }).click()
  await learner.getByRole('textbox', { name: 'What was different?' }).fill('I was there, on the phone of a friend.')
  await learner.getByRole('button', { name: 'Send dispute' }).click()
  await expect(learner.getByText('Your instructor will answer.')).toBeVisible()

  const admin = await as('admin')
  await admin.goto('/teach/batches')
  await admin.locator(`a[href="/batches/${batch_id}#disputes"]`).click()
  const row = admin.getByRole('table', { name: 'Open disputes' }).getByRole('row', { name: 'on the phone of a friend' })
  await expect(row).toContainText(me.user.full_name)
  await expectAccessible(admin)
  await row.getByRole('button', { name: 'Answer the dispute of' }).click()
  await admin.getByRole('combobox', { name: 'Attendance from now on' }).selectOption('Late')
  await admin.getByRole('button', { name: 'Correct attendance' }).click()
  await expect(admin.getByText('Dispute answered.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await learner.reload()
  await expect(learner.getByText('Your instructor corrected your attendance.')).toBeVisible()
})
