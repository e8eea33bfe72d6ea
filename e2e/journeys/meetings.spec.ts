// A meeting outside of batches that is over: its attendance is disputed by a learner and answered by an instructor.
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { type ApiAs, expect, test } from '../fixtures'

/** A meeting of the last weeks whose attendance the demo's student can dispute. */
async function disputable(api: ApiAs) {
  const learning = await api('student')
  const past = await learning.get<Schema<'OnlineMeeting'>[]>('/online-meetings/get?past=true&limit=50')
  for (const { id } of past) {
    const meeting = await learning.get<Schema<'MeetingDetails'>>(`/online-meetings/get/${id}`)
    if (meeting.own_attendance?.can_dispute) return meeting
  }
  throw new Error('the student was late or absent in no meeting of the demo')
}

test('a learner disputes their attendance of a meeting, and it is answered from the list of all meetings', async ({
  api,
  as,
}) => {
  const { id } = await disputable(api)
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
