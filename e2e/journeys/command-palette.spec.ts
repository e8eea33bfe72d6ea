import type { Page } from '@playwright/test'

import type { Schema } from '../api'
import { expectAccessible, expectLoaded } from '../assertions'
import { expect, test } from '../fixtures'

async function openPalette(page: Page) {
  await expectLoaded(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  const field = page.getByRole('textbox', { name: 'Search everything' })
  await expect(field).toBeFocused()
  return field
}

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('a student finds pages and courses with the keyboard alone', async ({ as }) => {
  const page = await as('student')
  await page.goto('/app')
  await openPalette(page)
  await page.keyboard.type('certif')
  await expect(option(page, /Certificates/).first()).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible()

  await openPalette(page)
  await expect(option(page, 'Certificates').first(), 'chosen before').toBeVisible()
  await page.keyboard.type('photograhpy') // misspelt
  const course = option(page, /Photography with the camera you have/).first()
  await expect(course).toBeVisible()
  await expectAccessible(page)
  while ((await course.getAttribute('data-combobox-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Photography with the camera you have' })).toBeVisible()

  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the command palette finds people and orders for those who may see them', async ({ as, api }) => {
  const admin = await as('admin')
  const student = await as('student')
  const name = 'Aylin Demir'
  for (const page of [admin, student]) {
    await page.goto('/app')
    await openPalette(page)
    await page.keyboard.type(name)
  }
  await expect(option(admin, new RegExp(name))).toBeVisible()
  await expect(student.getByText('Nothing found. Try other words.')).toBeVisible()

  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible()
  const orders = await (await api('admin')).get<Pick<Schema<'Order'>, 'number'>[]>('/payments/admin')
  const number = orders[0]?.number ?? ''
  await openPalette(admin)
  await admin.keyboard.type(number)
  await expect(option(admin, new RegExp(number))).toBeVisible()
})
