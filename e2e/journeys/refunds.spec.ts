// Money goes back: a buyer asks for a refund and gets it, the bank returns it, and it is sent again; another request is refused.
import type { APIRequestContext, Browser, Page } from '@playwright/test'

import { passphrase, registerUser, signIn } from '../accounts'
import { Api, type Schema } from '../api'
import { expectAccessible } from '../assertions'
import { expect, test } from '../fixtures'

const phone = { width: 390, height: 844 }

/** Registers a buyer who has bought a course of the demo; returns their API and the order. */
async function buy(request: APIRequestContext, admin: Api, email: string) {
  await registerUser(request, admin, email)
  const buyer = await Api.signInWith(email, passphrase, request)
  const [course] = await buyer.get<Schema<'Course'>[]>('/courses/get?search=negotiation')
  const cart = { currency: 'EUR', lines: [{ course_id: course?.id }] }
  const { digest } = await buyer.send<Schema<'Quote'>>('post', '/payments/quote', cart)
  const order = { ...cart, digest, cart_key: crypto.randomUUID(), billing: { name: 'Sam Someone' } }
  const { id, number } = await buyer.send<Schema<'Order'>>('post', '/payments/orders', order)
  const attempt = await buyer.send<Schema<'Attempt'>>('post', `/payments/orders/${id}/attempts`, { provider: 'test' })
  await buyer.send('post', `/payments/test/${attempt.id}/pay`, { number: '4242424242424242' })
  await buyer.send('post', `/payments/orders/${id}/sync`)
  return { buyer, id, number }
}

async function openOnPhone(browser: Browser, baseURL: string, email: string, number: string) {
  const page = await (await browser.newContext({ baseURL, viewport: phone })).newPage()
  await signIn(page, email, passphrase)
  await page.goto('/settings/payments')
  await page.getByRole('link', { name: number }).click()
  return page
}

async function ask(page: Page, reason: string) {
  await expect(page.getByText(/You can ask for a refund until/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/The school has not decided yet/)).toBeVisible()
}

test('a buyer asks for a refund on a phone and gets it; the bank returns the money, and it is sent again', async ({
  api,
  as,
  browser,
  demo,
  request,
}) => {
  const email = `refund-${Date.now()}@lectern.test`
  const { buyer, id, number } = await buy(request, await api('admin'), email)
  const page = await openOnPhone(browser, demo.url, email, number)
  await ask(page, 'My plans have changed')

  const office = await as('admin')
  await office.goto('/admin/orders')
  const requests = office.getByRole('region', { name: 'Refund requests' })
  await requests.getByRole('button', { name: `Approve refund of ${number}` }).click()
  await expectAccessible(office)
  await office.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(office.getByText('Refund started.')).toBeVisible()
  const status = async () => (await buyer.get<Schema<'Order'>>(`/payments/orders/${id}`)).status
  await expect.poll(status).toBe('refunded')
  await page.reload()
  await expect(page.getByText(/The school approved the refund of/)).toBeVisible()
  await expect(page.getByText('This order was refunded.')).toBeVisible()

  await office.goto(`/checkout?order=${id}`)
  await office.getByRole('button', { name: /Fail the refund of/ }).click()
  await expect.poll(status).toBe('paid')
  await page.reload()
  await expect(page.getByText(/The refund of this order did not arrive/)).toBeVisible()
  await office.goto('/admin/orders')
  const failed = office.getByRole('region', { name: 'Failed refunds' })
  await failed.getByRole('button', { name: `Send refund of ${number} again` }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect(failed.getByText(number)).toBeHidden()
  await expect.poll(status).toBe('refunded')
  await page.context().close()
})

test('a buyer asks for a refund, withdraws the request and asks again; an administrator refuses it on a phone', async ({
  api,
  as,
  browser,
  demo,
  request,
}) => {
  const email = `asking-${Date.now()}@lectern.test`
  const { number } = await buy(request, await api('admin'), email)
  const page = await openOnPhone(browser, demo.url, email, number)
  await ask(page, 'My plans have changed')
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await ask(page, 'My plans have changed again')

  const office = await as('admin')
  await office.setViewportSize(phone)
  await office.goto('/admin/orders')
  await office.getByRole('button', { name: `Refuse refund of ${number}` }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuse refund' }).click()
  await expect(dialog.getByText('Please enter a reason').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('The course has begun')
  await dialog.getByRole('button', { name: 'Refuse refund' }).click()
  await expect(office.getByText('Refund refused.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('The course has begun')).toBeVisible()
  await page.context().close()
})
