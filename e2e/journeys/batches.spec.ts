// A batch over months: planned over a clock change and two holidays; a session is moved by mouse, and one with all that follow by keyboard.
import type { Schema } from '../api'
import { expectAccessible } from '../assertions'
import { expect, test } from '../fixtures'

/** The day that is some days after the first Monday of next February, when no other journey teaches. */
function dayAfterFirstMonday(days: number) {
  const day = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 1, 1))
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

test('24 sessions keep their local time over a clock change, leave out two holidays, and are moved', async ({
  api,
  as,
}) => {
  const [teaching, school] = await Promise.all([api('instructor'), api('admin')])
  const [course] = await teaching.get<Schema<'Course'>[]>('/courses/get?mine=true&limit=1&sort=title')
  const before = await school.get<Schema<'Calendar'>>('/holidays/school')
  const holidays = [14, 28].map((days) => ({ date: dayAfterFirstMonday(days), name: 'Carnival' }))
  await school.send('put', '/holidays/school', { holidays: [...before.holidays, ...holidays] })

  const page = await as('instructor', { timezoneId: 'Europe/Berlin' })
  await page.goto(`/teach/courses/${course?.id}/batches/new`)
  await page.getByLabel('Name', { exact: true }).fill('Half a year')
  await page.getByLabel('Number of sessions').fill('24')
  await page.getByLabel('First day').fill(dayAfterFirstMonday(0))
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(24)
  await expect(page.getByText(/^No session on holidays: /)).toBeVisible()
  await page.getByRole('button', { name: 'Create batch' }).click()
  await page.waitForURL(/\/batches\/(?!new)[^/]+$/)
  const id = page.url().split('/').at(-1)
  const schedule = async () => (await teaching.get<Schema<'Batch'>>(`/batches/${id}`)).schedule ?? []
  const planned = await schedule()
  expect(planned.map(({ date }) => date)).toEqual(
    Array.from({ length: 26 }, (_, week) => dayAfterFirstMonday(7 * week)).filter(
      (_, week) => week !== 2 && week !== 4,
    ),
  )
  expect(new Set(planned.map(({ start_time }) => start_time))).toEqual(new Set(['18:00']))
  expect(
    new Set(planned.map(({ starts_at }) => starts_at.slice(11, 16))),
    'before and after the clocks change',
  ).toEqual(new Set(['17:00', '16:00']))

  const actions = page.getByRole('button', { name: /^Actions for / })
  await actions.first().click()
  await page.getByRole('menuitem', { name: 'Move or edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move or edit session' })
  await dialog.getByLabel('Date').fill(dayAfterFirstMonday(14))
  await expect(dialog.getByText('On a holiday: Carnival'), 'it may be moved there all the same').toBeVisible()
  await dialog.getByLabel('Date').fill(dayAfterFirstMonday(0))
  await dialog.getByLabel('From').fill('16:00')
  await dialog.getByLabel('To', { exact: true }).fill('17:30')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()

  await actions.nth(1).press('Enter')
  await page.getByRole('menuitem', { name: 'Move or edit' }).press('Enter')
  await expectAccessible(page)
  await dialog.getByLabel('Applies to').selectOption('This and all later sessions of its series')
  await dialog.getByLabel('Date').fill(dayAfterFirstMonday(6))
  await dialog.getByLabel('Date').press('Enter')
  await expect(dialog).toBeHidden()
  const [first, ...rest] = await schedule()
  expect([first?.date, first?.start_time]).toEqual([dayAfterFirstMonday(0), '16:00'])
  expect(new Set(rest.map(({ date }) => new Date(date).getUTCDay())), 'all on Sundays').toEqual(new Set([0]))
  expect(new Set(rest.map(({ start_time }) => start_time))).toEqual(new Set(['18:00']))
})
