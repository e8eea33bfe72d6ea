// Pages of orders, companies, leads, complaints and the newsletter.
import { expect, type Page } from '@playwright/test'

import type { Schema } from '../api'
import { linkInEmail } from '../emails'
import type { ApiAs } from '../fixtures'
import type { AppPage } from './app-page'

export const commerce: AppPage[] = [
  { name: 'proposal without a link', open: (page) => page.goto('/proposal') },
  { name: 'newsletter', open: (page) => page.goto('/newsletter') },
  { name: 'newsletter settings without a link', open: (page) => page.goto('/newsletter/preferences') },
  { name: 'new complaint', open: (page) => page.goto('/complaints/new') },
  { name: 'contact', open: (page) => page.goto('/contact') },
  { name: 'training for companies', open: (page) => page.goto('/corporate-training') },
  { name: 'companies', as: 'admin', open: (page) => page.goto('/admin/companies') },
  { name: 'invitation of a company without a link', open: (page) => page.goto('/join-company') },
  { name: 'own payments', as: 'student', open: (page) => page.goto('/settings/payments') },
  { name: 'an order of which a refund can be asked for', as: 'student', open: openGiftOrder },
  { name: 'own gifts', as: 'student', open: (page) => page.goto('/settings/payments?tab=gifts') },
  { name: 'gift', as: 'corporate', open: openGift },
  { name: 'gift without a link', open: (page) => page.goto('/gift') },
  { name: 'checkout of a gift', as: 'student', open: openGiftCheckout },
  { name: 'checkout in instalments', as: 'corporate', open: openInstalmentCheckout },
  { name: 'coupons', as: 'admin', open: (page) => page.goto('/admin/coupons') },
  { name: 'newsletter campaigns', as: 'admin', open: (page) => page.goto('/admin/newsletter') },
  { name: 'draft of a campaign', as: 'admin', open: openCampaign },
  { name: 'newsletter subscribers', as: 'admin', open: (page) => page.goto('/admin/newsletter/subscribers') },
  { name: 'complaints', as: 'admin', open: (page) => page.goto('/admin/complaints') },
  { name: 'a complaint', as: 'admin', open: openComplaint },
  { name: 'leads', as: 'admin', open: (page) => page.goto('/admin/leads') },
  { name: 'one lead', as: 'admin', open: openLead },
  { name: 'orders', as: 'admin', open: (page) => page.goto('/admin/orders') },
  { name: 'instalments of all learners', as: 'admin', open: (page) => page.goto('/admin/instalments') },
  { name: 'payment statistics', as: 'admin', open: (page) => page.goto('/admin/payments') },
  { name: 'company', as: 'corporate', open: (page) => page.goto('/company') },
  { name: 'orders of a company', as: 'corporate', open: (page) => page.goto('/company?tab=orders') },
  { name: 'progress in a company', as: 'corporate', open: (page) => page.goto('/company?tab=reports&report=progress') },
  {
    name: 'use of seats of a company',
    as: 'corporate',
    open: (page) => page.goto('/company?tab=reports&report=usage'),
  },
  {
    name: 'certificates of a company',
    as: 'corporate',
    open: (page) => page.goto('/company?tab=reports&report=certificates'),
  },
  { name: 'spending of a company', as: 'corporate', open: (page) => page.goto('/company?tab=reports&report=spend') },
  { name: 'checkout', as: 'student', open: openCheckout },
  { name: 'payment at the test provider', as: 'corporate', open: openTestPayment },
]

async function openGiftOrder(page: Page, api: ApiAs) {
  const orders = await (await api('student')).get<Schema<'Order'>[]>('/payments')
  const gift = orders.find(({ lines }) => lines[0]?.gift)
  await page.goto(`/checkout?order=${gift?.id}`)
  await expect(page.getByRole('button', { name: 'Ask for a refund' })).toBeVisible()
}

async function openLead(page: Page) {
  await page.goto('/admin/leads')
  await page.getByRole('link', { name: 'Henrik Olsen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Henrik Olsen' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

async function openCampaign(page: Page) {
  await page.goto('/admin/newsletter')
  await page.getByRole('link', { name: 'What our learners read in winter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What our learners read in winter' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

async function openComplaint(page: Page) {
  await page.goto('/admin/complaints')
  await page.getByRole('link', { name: 'I was charged twice' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'I was charged twice' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

async function openCheckout(page: Page, api: ApiAs) {
  const [course] = await (await api('student')).get<Schema<'Course'>[]>('/courses/get?search=negotiation')
  await page.goto(`/checkout?course=${course?.id}&currency=EUR`)
}

async function openGiftCheckout(page: Page, api: ApiAs) {
  const [course] = await (await api('student')).get<Schema<'Course'>[]>('/courses/get?search=negotiation')
  await page.goto(`/checkout?course=${course?.id}&currency=EUR&gift=true`)
}

async function openInstalmentCheckout(page: Page, api: ApiAs) {
  const [course] = await (await api('corporate')).get<Schema<'Course'>[]>('/courses/get?search=stay up')
  await page.goto(`/checkout?course=${course?.id}&currency=EUR`)
  await page.getByRole('radio', { name: 'In 4 monthly instalments' }).click()
  await expect(page.getByRole('list', { name: 'Instalments' })).toBeVisible()
}

async function openGift(page: Page, api: ApiAs) {
  await page.goto(await linkInEmail(await api('admin'), 'sofia@family.example', '/gift'))
}

async function openTestPayment(page: Page, api: ApiAs) {
  const buyer = await api('corporate')
  const [course] = await buyer.get<Schema<'Course'>[]>('/courses/get?search=negotiation')
  const cart = { currency: 'EUR', lines: [{ course_id: course?.id }] }
  const { digest } = await buyer.send<Schema<'Quote'>>('post', '/payments/quote', cart)
  const order = { ...cart, digest, cart_key: crypto.randomUUID(), billing: { name: 'Company' } }
  const { id } = await buyer.send<Schema<'Order'>>('post', '/payments/orders', order)
  const attempts = `/payments/orders/${id}/attempts`
  const { redirect_url: address } = await buyer.send<Schema<'Attempt'>>('post', attempts, { provider: 'test' })
  await page.goto(address)
}
