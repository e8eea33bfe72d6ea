// A company trains its people: it orders seats by invoice, invites people by a file and gives them seats; one learns, a stranger checks the certificate, and the
// manager finds it in the reports.
import { readFile } from 'node:fs/promises'

import { passphrase, registerUser, signIn } from '../accounts'
import type { Schema } from '../api'
import { linkInEmail } from '../emails'
import { expect, test } from '../fixtures'

test('a company buys five seats and invites four people, one completes the course, a stranger checks the certificate', async ({
  api,
  as,
  browser,
  demo,
  request,
}) => {
  const now = Date.now()
  const title = `Warehouse safety ${now}`
  const chief = await api('admin')
  const { values: sales } = await chief.get<{ values: Schema<'SalesSettings'> }>('/settings/sales')
  await chief.send('put', '/settings/sales', { ...sales, bank_account: 'DE89 3704 0044 0532 0130 00' })
  const teacher = await api('instructor')
  const { id: course } = await teacher.send<Schema<'CourseDetail'>>('post', '/courses/create', {
    title,
    category: 'Nature',
    course_type: 'blended',
    prices: [{ currency: 'EUR', individual: 9900, batch: 9900 }],
  })
  const base = `/curriculum/course/${course}`
  const section = await teacher.send<Schema<'OutlineEntry'>>('post', `${base}/sections`, { title: 'Forklifts' })
  await teacher.send('post', `${base}/sections/${section.id}/lessons`, {
    type: 'text',
    title: 'Look behind you',
    content: { html: '<p>Always.</p>' },
    completion: { rule: 'manual' },
  })
  await teacher.send('post', `${base}/publish`)
  await teacher.send('patch', `/courses/toggle-status/${course}`)
  const rule: Schema<'NewRule'> = {
    trigger: 'course_completed',
    auto: true,
    min_percent: 0,
    min_score: 0,
    min_minutes: 0,
    hold_days: 0,
    valid_months: 0,
    remind_days: 0,
    language: 'en',
    signatory: 'Ada Byron',
  }
  await teacher.send('put', `/certificates/courses/${course}/rule`, rule)

  const manager = await as('corporate')
  await manager.goto('/company')
  await manager.getByRole('button', { name: 'Buy seats' }).click()
  const buying = manager.getByRole('dialog')
  await buying.getByRole('combobox', { name: 'Course' }).fill(title)
  await manager.getByRole('option', { name: title }).click()
  await expect(buying.getByLabel('Currency'), 'the first that the course has a price in').toHaveValue('EUR')
  await buying.getByLabel('PO number').fill(`PO ${now}`)
  await buying.getByRole('button', { name: 'Order by invoice' }).click()
  const ordered = manager.getByRole('row', { name: new RegExp(`PO ${now}`) })
  await expect(ordered.getByRole('link', { name: /Invoice/ })).toBeVisible()

  const office = await as('admin')
  await office.goto('/admin/orders')
  await office
    .getByRole('row', { name: new RegExp(`PO ${now}`) })
    .getByRole('button', { name: /Approve/ })
    .click()
  await office.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(office.getByText('Order approved.')).toBeVisible()

  const people = [1, 2, 3, 4].map((n) => `worker-${n}-${now}@nordlicht.test`)
  const [learner = ''] = people
  await manager.goto('/company?tab=people')
  await manager.getByRole('button', { name: 'Import CSV' }).click()
  await manager.getByLabel('CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['email,full_name,department', ...people.map((email, n) => `${email},Worker ${n + 1},Hall 7`)].join('\n'),
    ),
  })
  await manager.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(manager.getByText('4 people invited')).toBeVisible()

  await manager.goto('/company')
  await manager.getByRole('button', { name: 'Assign seats' }).click()
  const giving = manager.getByRole('dialog')
  const from = giving.getByLabel('From')
  const pool = await from.getByRole('option').filter({ hasText: title }).getAttribute('value')
  await from.selectOption(pool)
  await giving.getByLabel('Email addresses').fill(people.join('\n'))
  await giving.getByRole('button', { name: 'Assign seats' }).click()
  await expect(manager.getByText('4 seats assigned.')).toBeVisible()
  await expect(manager.getByRole('row', { name: new RegExp(title) }).first()).toContainText('4 of 5')

  const invitation = await linkInEmail(chief, learner, '/join-company')
  await registerUser(request, chief, learner)
  const context = await browser.newContext({ baseURL: demo.url })
  const page = await context.newPage()
  await signIn(page, learner, passphrase)
  await page.goto(invitation)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByText('You have joined Nordlicht Logistics.')).toBeVisible()
  await page.goto(`/learn/${course}`)
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(page.getByText('Course completed · 100%')).toBeVisible()
  let code = ''
  await expect(async () => {
    await page.goto('/app/certificates')
    const card = page.getByRole('article', { name: title })
    code =
      /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]/.exec((await card.textContent({ timeout: 1000 })) ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  await context.close()

  const stranger = await browser.newContext({ baseURL: demo.url })
  const check = await stranger.newPage()
  await check.goto('/verify')
  await check.getByLabel('Code').fill(code.toLowerCase())
  await check.getByRole('button', { name: 'Check certificate' }).click()
  await expect(check.getByText('This certificate is valid')).toBeVisible()
  await expect(check.getByText(title)).toBeVisible()
  await stranger.close()

  await manager.reload()
  const seats = manager.getByRole('table', { name: 'Seats of people' })
  await expect(seats.getByRole('row', { name: /Sam Someone/ }).getByText('Completed')).toBeVisible()

  await manager.goto('/company?tab=reports&report=certificates')
  const earned = manager.getByRole('row', { name: new RegExp(title) })
  await expect(earned.getByRole('link', { name: code })).toHaveAttribute('href', `/verify/${code}`)
  const [saved] = await Promise.all([
    manager.waitForEvent('download'),
    manager.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('company-certificates.csv')
  const sheet = await readFile(await saved.path(), 'utf8')
  expect(sheet).toContain(`${learner},Hall 7,${title},${code},issued`)

  // Other journeys count the courses of the catalogue, and pay in the first way that is offered.
  await teacher.send('patch', `/courses/toggle-status/${course}`)
  await chief.send('put', '/settings/sales', sales)
})
