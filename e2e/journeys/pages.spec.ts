// Checks every page once: for accessibility in both colour schemes, for fitting a phone, and for content that moves while it loads.
import type { Page } from '@playwright/test'

import type { Role } from '../accounts'
import { expectAccessible, expectFitsPhone, expectLoaded } from '../assertions'
import { test as base, expect } from '../fixtures'
import { expectLittleShift, recordLayoutShifts } from '../layout-shift'
import { commerce } from '../pages/commerce'
import { learning } from '../pages/learning'
import { people } from '../pages/people'
import { site } from '../pages/site'
import { teaching } from '../pages/teaching'

/** One page per role, and one for visitors: a new one would start another process and compile the app again. */
const test = base.extend<object, { pageOf: (role: Role | 'visitor') => Promise<Page> }>({
  pageOf: [
    async ({ browser, demo, sessions }, use) => {
      const pages = new Map<Role | 'visitor', Page>()
      await use(async (role) => {
        const known = pages.get(role)
        if (known) return asNew(known)
        const signedIn = role === 'visitor' ? {} : { storageState: await sessions.take(role) }
        const context = await browser.newContext({ baseURL: demo.url, ...signedIn })
        const page = await context.newPage()
        await recordLayoutShifts(page)
        pages.set(role, page)
        return page
      })
      for (const page of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'parallel' })

for (const { name, as, open, missing = 0 } of [people, learning, teaching, commerce, site].flat()) {
  test(`${name}: accessible in light and dark, fits a phone, and loads without moving`, async ({ pageOf, api }) => {
    const page = await pageOf(as ?? 'visitor')
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))

    await open(page, api)
    await expect(page.locator('h1')).toBeVisible()
    await expectLoaded(page)
    await expectLittleShift(page)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await expectFitsPhone(page, 320)
    await reloadOnPhone(page)
    await expectLittleShift(page)
    expect(complaints, 'what the browser console complains about').toEqual(Array(loads * missing).fill(notFound))
  })
}

const loads = 2 // on a desktop, then on a phone

const notFound = 'Failed to load resource: the server responded with a status of 404 (Not Found)'

async function reloadOnPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.locator('h1')).toBeVisible()
  await expectLoaded(page)
}

/** The page as a newly opened one would be. A failed test ends its worker, so only tests that passed have used the page. */
async function asNew(page: Page) {
  page.removeAllListeners()
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  return page
}
