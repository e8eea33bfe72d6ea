// What every journey imports: Playwright's test with the demo server and people who are signed in.
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { resolve } from 'node:path'

import { demoPassword, emailOf, type Role } from './people'
import { type Server, startServer } from './server'

export const clip = (name: string) => resolve(import.meta.dirname, '../testdata/clips', name)

interface Fixtures {
  /** Opens a page of its own, signed in as this person of the demo. */
  as: (role: Role) => Promise<Page>
}

export const test = base.extend<Fixtures, { demo: Server }>({
  // One demo server for all journeys of a worker: a journey makes what it changes.
  demo: [
    async ({}, use) => {
      const server = await startServer('--demo')
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  as: async ({ browser, demo }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async (role) => {
      const context = await browser.newContext({ baseURL: demo.url })
      contexts.push(context)
      const page = await context.newPage()
      await signIn(page, emailOf(role), demoPassword)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** Signs in through the page. */
export async function signIn(page: Page, email: string, password: string) {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/sign-in/)
}

/** Nothing is being loaded any more. The network is no measure: who is signed in listens to a stream that has no end. */
export async function expectLoaded(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/**
 * Brings colours that are on their way to where they go: axe would measure one of before against one of after. Waiting for
 * them is no way: a transition of a page that is not drawn at the moment never ends.
 */
const settleColours = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  })

/** No finding of axe at WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await settleColours(page)
    const found = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const findings = found.violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.map((n) => n.html).join('\n  ')}`)
    expect(findings, `${page.url()} in ${colorScheme}`).toEqual([])
  }
}

/** Nothing stands out to the right of a phone of this width. */
export async function expectFitsPhone(page: Page, width = 360) {
  await page.setViewportSize({ width, height: 740 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${page.url()} is ${overflow} px too wide for a phone of ${width} px`).toBeLessThanOrEqual(0)
}
