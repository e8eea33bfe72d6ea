// A meeting outside of batches that is over: its attendance is marked, imported, corrected, disputed by a learner and answered by an instructor.
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { type ApiAs, expect, test } from '../fixtures'

/** A meeting of the last weeks whose attendance the demo's student can dispute, or can't, for journeys that do not meet. */
async function over(api: ApiAs, { canDispute }: { canDispute: boolean }) {
  const learning = await api('student')
  const past = await learning.get<Schema<'OnlineMeeting'>[]>('/online-meetings/get?past=true&limit=50')
  for (const { id } of past) {
    const meeting = await learning.get<Schema<'MeetingDetails'>>(`/online-meetings/get/${id}`)
    if (meeting.own_attendance?.can_dispute === canDispute) return meeting
  }
  throw new Error('the demo has no such meeting of its student')
}

test('a learner disputes their attendance of a meeting, and it is answered from the list of all meetings', async ({
  api,
  as,
}) => {
  const { id } = await over(api, { canDispute: true })
  const learner = await as('student')
  await learner.goto(`/meetings/${id}`)
  await learner.getByRole('button', { name: 'Dispute attendance' }).click()
  await learner.getByRole('textbox', { name: 'What was different?' }).fill('I was there, on the phone of a friend.')
  await learner.getByRole('button', { name: 'Send dispute' }).click()
  await expect(learner.getByText('Your instructor will answer.')).toBeVisible()
  await expectAccessible(learner)
  await expectFitsPhone(learner)

  const admin = await as('admin')
  await admin.goto('/meetings')
  const row = admin.getByRole('table', { name: 'Open disputes' }).getByRole('row', { name: 'on the phone of a friend' })
  await expect(row).toBeVisible()
  await expectAccessible(admin)
  await row.getByRole('button', { name: 'Answer the dispute of' }).click()
  await admin.getByRole('combobox', { name: 'Attendance from now on' }).selectOption('Present')
  await admin.getByRole('button', { name: 'Correct attendance' }).click()
  await expect(admin.getByText('Dispute answered.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await learner.reload()
  await expect(learner.getByText('Your instructor corrected your attendance.')).toBeVisible()
})

test('the attendance of a meeting is marked and corrected, its learner sees that, and the audit log keeps it', async ({
  api,
  as,
}) => {
  const { id } = await over(api, { canDispute: false })
  const { user } = await (await api('student')).get<Schema<'Permissions'>>('/profile/me/permissions')
  const admin = await as('admin')
  await admin.goto(`/meetings/${id}`)
  const row = admin.getByRole('row', { name: user.full_name })
  const status = row.getByRole('combobox', { name: `Attendance of ${user.full_name}` })
  await status.selectOption('Absent')
  await expect(row.getByText('Absent').first()).toBeVisible()
  await status.selectOption('Partly present')
  await expect(row.getByText('Partly present').first()).toBeVisible()
  await expect(row.getByText('Set by an instructor')).toBeVisible()
  await expectAccessible(admin)

  const learner = await as('student')
  await learner.goto(`/meetings/${id}`)
  await expect(learner.getByText('Partly present')).toBeVisible()

  await admin.goto('/admin/audit?action=attendance.corrected')
  const entry = admin.getByRole('row', { name: user.full_name }).first()
  await expect(entry).toContainText('Attendance corrected')
  await expect(entry).toContainText('Absent')
  await expect(entry).toContainText('Partly present')
})

/** A meeting that is over and to which the demo's student, whom other journeys mark, was not invited, with two of its people. */
async function withoutStudent(api: ApiAs) {
  const administration = await api('admin')
  const past = await administration.get<Schema<'OnlineMeeting'>[]>('/online-meetings/get?past=true&limit=50')
  const student = (await (await api('student')).get<Schema<'Permissions'>>('/profile/me/permissions')).user.id
  for (const meeting of past) {
    const sheet = await administration.get<Schema<'MeetingAttendance'>>(`/online-meetings/${meeting.id}/attendance`)
    const [first, second] = sheet.people
    if (first && second && !sheet.people.some(({ user_id }) => user_id === student)) return { meeting, first, second }
  }
  throw new Error('the demo has no such meeting')
}

test('an imported list of participants says who was in a meeting, and who is unknown is assigned by hand', async ({
  api,
  as,
}) => {
  const { meeting, first, second } = await withoutStudent(api)
  const { id, date, start_time, end_time } = meeting
  const search = encodeURIComponent(first.full_name)
  const [user] = await (await api('admin')).get<Schema<'UserRow'>[]>(`/users?search=${search}`)
  const during = `${date} ${start_time},${date} ${end_time},60`
  const list = `Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes)\r\nOn the phone,,${during}\r\nSomeone,${user?.email},${during}\r\n`

  const admin = await as('admin')
  await admin.goto(`/meetings/${id}`)
  for (const { full_name } of [first, second]) {
    const mark = admin.getByRole('combobox', { name: `Attendance of ${full_name}` })
    await mark.selectOption('computed')
    await expect(mark).toHaveValue('computed')
  }
  await admin.getByRole('button', { name: 'Import participants' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Import participants' })
  const file = { name: 'participants.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }
  await dialog.getByLabel('CSV file').setInputFiles(file)
  const status = dialog.getByRole('status')
  await expect(status).toHaveText(
    'Nothing is imported yet. 2 rows: 1 of a learner, 0 of instructors, 1 person to assign, 0 rows with errors.',
  )
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(status).toContainText('Imported.')
  const unknown = dialog.getByRole('combobox', { name: 'Learner who is On the phone' })
  await expect(unknown).toBeVisible()
  await expectAccessible(admin)
  await expectFitsPhone(admin)
  await unknown.selectOption(second.full_name)
  await expect(unknown).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  for (const { full_name } of [first, second]) {
    const row = admin.getByRole('row', { name: full_name })
    await expect(row.getByText('In a list of participants')).toBeVisible()
    await expect(row.getByText('Present', { exact: true }).first()).toBeVisible()
  }
})
