// Where users start, how they find courses from any page, and what they see of pages that are not for them.
import type { Page } from '@playwright/test'

import { demoPassword, emailOf, type Role, registerUser, signIn } from '../accounts'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { countClicks } from '../clicks'
import { expect, test } from '../fixtures'

const starts: [Role, RegExp, string | RegExp][] = [
  ['student', /\/app$/, 'Home'],
  ['instructor', /\/teach$/, 'Teaching'],
  ['corporate', /\/company$/, /^(Nordlicht Logistics|No company yet)$/],
  ['admin', /\/admin$/, 'Administration'],
]

test('users start on the page of their role, and the logo leads back there', async ({ browser, demo }) => {
  for (const [role, url, title] of starts) {
    const context = await browser.newContext({ baseURL: demo.url })
    const page = await context.newPage()
    await signIn(page, emailOf(role), demoPassword)
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('link', { name: 'Catalogue' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Catalogue' })).toBeVisible()
    await page.getByRole('link', { name: /home page$/i }).click()
    await expect(page).toHaveURL(url)
    await context.close()
  }
})

test('a page for another role says which role it needs, after signing in as well', async ({ page }) => {
  await page.goto('/teach/courses/new?from=link')
  await page.getByLabel('Email').fill(emailOf('student'))
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/teach\/courses\/new\?from=link$/)
  await expect(page.getByRole('heading', { level: 1, name: 'You need the instructor role' })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page, 320)
  await page.getByRole('link', { name: 'Apply for the role' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your applications' })).toBeVisible()
})

test('the search in the header leads to courses and to results that can be shared', async ({ as }) => {
  const page = await as('student')
  await page.goto('/settings/profile')
  const field = page.getByRole('combobox', { name: 'Search courses' })
  await expect(field).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('bread')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/courses\?search=bread$/)
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ courses? for “bread”$/ })).toBeVisible()

  await page.getByLabel('Sort by').selectOption('title')
  await expect(page).toHaveURL(/sort=title/)
  await field.fill('coffee')
  await field.press('Enter')
  await expect(page).toHaveURL(/sort=title.*search=coffee|search=coffee.*sort=title/)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(field).toBeHidden()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await expectFitsPhone(page)
})

/** What the server refuses on this page from now on. */
function refusals(page: Page) {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
  })
  return refused
}

test('signing out sends no request that the server refuses', async ({ browser, demo }) => {
  for (const [role] of starts) {
    const context = await browser.newContext({ baseURL: demo.url })
    const page = await context.newPage()
    await signIn(page, emailOf(role), demoPassword)
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
    const refused = refusals(page)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Learn from people who do the job' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(refused, role).toEqual([])
    await context.close()
  }
})

test('an administrator locks an account in at most 3 clicks', async ({ as, request, api }) => {
  const email = await registerUser(request, await api('admin'))
  const admin = await as('admin')
  await admin.goto('/')
  const clicks = await countClicks(admin)
  await admin.getByRole('button', { name: 'Lock account' }).click()
  await admin.getByRole('searchbox').fill(email)
  await admin.getByRole('list', { name: 'Accounts found' }).getByRole('button').first().click()
  const dialog = admin.getByRole('dialog', { name: /^Lock / })
  await dialog.getByLabel('Reason').fill('Asked on the telephone')
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(admin.getByText(/is locked\.$/)).toBeVisible()
  await clicks.expectAtMost(3, 'lock an account')
})

test('settings begin with the state of each section', async ({ as }) => {
  const page = await as('student')
  await page.goto('/settings')
  const sections = page.getByRole('main').getByRole('listitem')
  await expect(sections.filter({ hasText: 'Password and devices' })).toContainText('Two-factor authentication')
  await expect(sections.filter({ hasText: 'Profile' })).toContainText(emailOf('student'))
  await sections.getByRole('link', { name: 'Your data' }).click()
  await expect(page).toHaveURL(/settings\/data$/)
})
