// An announcement on its way from an instructor to the members of a batch.
import type { Schema } from '../api'
import { expect, test } from '../fixtures'

test('an instructor announces to a batch; a member reads and confirms it, and the instructor sees that', async ({
  as,
  api,
}) => {
  const [teaching, learning] = await Promise.all([api('instructor'), api('student')])
  const [course] = await teaching.get<Schema<'Course'>[]>('/courses/get?mine=true&limit=1&sort=title')
  const me = await learning.get<Schema<'Permissions'>>('/profile/me/permissions')
  const batch = await teaching.send<Schema<'Batch'>>('post', `/batches/courses/${course?.id}/batches`, {
    batch_name: 'Evening group',
    start_date: '2030-01-07',
    end_date: '2030-03-29',
  })
  await teaching.send('post', '/batches/enroll-students', { batch_id: batch.id, student_ids: [me.user.id] })

  const instructor = await as('instructor')
  await instructor.goto('/teach/announcements')
  await instructor.getByRole('link', { name: 'New announcement' }).first().click()
  await instructor.getByLabel('Title', { exact: true }).fill('Bring your laptops')
  await instructor.getByRole('textbox', { name: 'Content' }).fill('We write code on Monday.')
  await instructor.getByRole('searchbox', { name: 'Add a course, batch or student' }).fill('evening')
  await instructor.getByRole('button', { name: 'Add Evening group' }).click()
  await expect(instructor.getByText('1 person')).toBeVisible()
  await instructor.getByLabel('Ask readers to confirm that they have read it').check()
  await instructor.getByRole('button', { name: 'Publish announcement' }).click()
  await expect(instructor.getByText('Announcement published.')).toBeVisible()

  const student = await as('student')
  await student.goto('/announcements')
  const item = student.getByRole('main').getByRole('listitem').filter({ hasText: 'Bring your laptops' })
  await expect(item).toContainText('We write code on Monday.')
  await item.getByRole('button', { name: 'Confirm that I have read this' }).click()
  await expect(item).toContainText('You confirmed this on')

  await instructor.getByRole('link', { name: 'Bring your laptops', exact: true }).click()
  await expect(instructor.getByText('Read by 1 of 1. Confirmed by 1.')).toBeVisible()
  const corporate = await as('corporate')
  await corporate.goto('/announcements')
  await expect(corporate.getByRole('link', { name: 'Welcome to the new term' })).toBeVisible()
  await expect(corporate.getByText('Bring your laptops')).toHaveCount(0)
})
