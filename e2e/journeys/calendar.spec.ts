// The calendar of an instructor: a session is dragged to another time, classroom or instructor, brought back, and moved by keyboard.
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { type ApiAs, expect, test } from '../fixtures'

/** A batch with a session from 12:00 to 13:00 in the zone of the browser, ten days from now. */
async function atNoon(api: ApiAs, room = '', assigned = '') {
  const teaching = await api('instructor')
  const [course] = await teaching.get<Schema<'Course'>[]>('/courses/get?mine=true&limit=1&sort=title')
  const day = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10)
  const title = `Noon class ${Date.now()}`
  const batch = await teaching.send<Schema<'Batch'>>('post', `/batches/courses/${course?.id}/batches`, {
    batch_name: 'Classes at noon',
    timezone: 'Asia/Kolkata',
    room_id: room,
    assigned_instructor: assigned,
    schedule: [{ date: day, start_time: '12:00', end_time: '13:00', title }],
  })
  const session = `/batches/${batch.id}/schedule/${batch.schedule?.[0]?.id}`
  const starts = async () => (await teaching.get<Schema<'Session'>>(session)).start_time
  const place = async () => (await teaching.get<Schema<'Session'>>(session)).room_id
  const teacher = async () => (await teaching.get<Schema<'Session'>>(session)).instructor_id
  return { day, title, starts, place, teacher }
}

test('an instructor drags a session to another time and undoes it', async ({ api, as }) => {
  const { day, title, starts } = await atNoon(api)
  const page = await as('instructor')
  await page.goto(`/calendar?view=day&day=${day}`)
  const session = page.getByRole('button', { name: title })
  const box = await session.boundingBox()
  if (!box) throw new Error('the session is not shown')
  const [x, y] = [box.x + box.width / 2, box.y + 2] // the start follows the pointer
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 2 * box.height, { steps: 8 }) // the session lasts an hour: two hours later
  await page.mouse.up()

  const dialog = page.getByRole('dialog', { name: 'Move or edit session' })
  await expect(dialog.getByLabel('From')).toHaveValue('14:00')
  await expect(dialog.getByLabel('To')).toHaveValue('15:00')
  expect(await starts(), 'nothing is moved before it is saved').toBe('12:00')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Session saved.')).toBeVisible()
  expect(await starts()).toBe('14:00')
  await expect(session).toContainText('14:00')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(session).toContainText('12:00')
  expect(await starts()).toBe('12:00')
})

test('an instructor moves a session by keyboard', async ({ api, as }) => {
  const { day, title, starts } = await atNoon(api)
  const page = await as('instructor')
  await page.goto(`/calendar?view=day&day=${day}`)
  await page.getByRole('button', { name: title }).press('Enter')
  const sheet = page.getByRole('dialog', { name: title })
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Move session' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move or edit session' })
  await dialog.getByLabel('From').fill('16:30')
  await dialog.getByLabel('To').fill('17:30')
  await dialog.getByLabel('To').press('Enter')
  await expect(page.getByText('Session saved.')).toBeVisible()
  expect(await starts()).toBe('16:30')
  await expectFitsPhone(page)
})

test('an instructor drags a session into another classroom', async ({ api, as }) => {
  const rooms = await (await api('instructor')).get<Schema<'Classroom'>[]>('/rooms')
  const [from, to] = ['Reading room', 'Studio'].map((name) => rooms.find((room) => room.name === name))
  const { day, title, place } = await atNoon(api, from?.id)
  const page = await as('instructor')
  await page.goto(`/calendar?view=day&day=${day}`)
  await page.getByText('By classroom').click()
  const session = page.getByRole('button', { name: title })
  const box = await session.boundingBox()
  const lane = await page.getByText('Studio', { exact: true }).last().boundingBox()
  if (!box || !lane) throw new Error('the session or the classroom is not shown')
  await page.mouse.move(box.x + 2, box.y + box.height / 2) // the start follows the pointer
  await page.mouse.down()
  await page.mouse.move(box.x + 2, lane.y + lane.height / 2, { steps: 8 })
  await page.mouse.up()

  const dialog = page.getByRole('dialog', { name: 'Move or edit session' })
  await expect(dialog.getByLabel('Classroom')).toHaveValue(to?.id ?? '')
  await expect(dialog.getByLabel('From')).toHaveValue('12:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Session saved.')).toBeVisible()
  expect(await place()).toBe(to?.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(place).toBe(from?.id)
  await expectFitsPhone(page)
})

test('an administrator drags a session to another instructor, who must teach the course', async ({ api, as }) => {
  const all = await (await api('admin')).get<Schema<'Instructor'>[]>('/courses/instructors?search=')
  const [own, other] = ['Tomás Rivera', 'Asha Raman'].map((name) => all.find(({ full_name }) => full_name === name))
  const { day, title, teacher } = await atNoon(api, '', own?.id)
  const people = encodeURIComponent(JSON.stringify([own?.id, other?.id]))
  const page = await as('admin')
  await page.goto(`/calendar?view=day&day=${day}&by=instructor&people=${people}`)
  const box = await page.getByRole('button', { name: title }).boundingBox()
  const lane = await page.getByText('Asha Raman', { exact: true }).filter({ visible: true }).last().boundingBox()
  if (!box || !lane) throw new Error('the session or the instructor is not shown')
  await page.mouse.move(box.x + 2, box.y + box.height / 2) // the start follows the pointer
  await page.mouse.down()
  await page.mouse.move(box.x + 2, lane.y + lane.height / 2, { steps: 8 })
  await page.mouse.up()

  const dialog = page.getByRole('dialog', { name: 'Move or edit session' })
  await expect(dialog.getByLabel('From')).toHaveValue('12:00')
  await expect(dialog.getByLabel('Instructor')).toHaveValue(other?.id ?? '')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText("This instructor doesn't teach the course.").first()).toBeVisible()
  expect(await teacher()).toBeUndefined()
  await dialog.getByLabel('Instructor').selectOption('Keep the current instructor')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Session saved.')).toBeVisible()
  expect(await teacher()).toBeUndefined()
  await expectFitsPhone(page)
})
