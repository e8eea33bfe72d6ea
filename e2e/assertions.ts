// Assertions about a page as a whole.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Waits until the app has taken over what the server has written of the page, and nothing of what it shows is loading: a tab that is
 * not open loads when it is opened. Network idle is no criterion: a signed-in page keeps an event stream open.
 */
export async function expectLoaded(page: Page) {
  await expect(page.locator('[aria-busy=true], .served').filter({ visible: true })).toHaveCount(0)
}

/** Removes transitions: axe would otherwise compare a colour from before with one from after. */
const removeTransitions = (page: Page) =>
  page.evaluate(() => {
    const style = new CSSStyleSheet() // unlike a style element, the Content-Security-Policy lets a test add it
    style.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(style)
  })

/**
 * Waits until a page is what its reader gets to judge: it has its heading, nothing is loading, and for three frames nothing has been added
 * or removed. Between two states, a page that was just opened has no heading for some milliseconds.
 */
async function expectSettled(page: Page) {
  await expect(page.locator('h1').first()).toBeAttached()
  await expectLoaded(page)
  await page.evaluate(
    (frames) =>
      new Promise<void>((resolve) => {
        let quiet = 0
        const observer = new MutationObserver(() => (quiet = 0))
        observer.observe(document.body, { childList: true, subtree: true })
        const next = () => {
          if (quiet++ < frames) return requestAnimationFrame(next)
          observer.disconnect()
          resolve()
        }
        next()
      }),
    3,
  )
}

/** What axe judges a page by: the tags of WCAG 2.2 AA and of its best practices. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Those of its rules whose findings depend on colours. */
const rulesAboutColours = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page as it is at this moment, by these tags or rules. */
async function findings(page: Page, runOnly: string[]) {
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] } // the others would be described too
  const framed = page.frames().length > 1
  const found = framed ? await new AxeBuilder({ page }).options(options).analyze() : await runAxe(page, options)
  return found.violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.map((n) => n.html).join('\n  ')}`)
}

/** Runs axe in a page without frames. AxeBuilder would load its half megabyte twice for each run, which takes as long as a run. */
async function runAxe(page: Page, options: axe.RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate((options) => window.axe.run(document, options), options)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Expects no axe findings in light, and in dark none about colours: all else is the same there. */
export async function expectAccessible(page: Page) {
  await removeTransitions(page)
  for (const [colorScheme, runOnly] of [
    ['light', standards],
    ['dark', rulesAboutColours],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectSettled(page)
    expect(await findings(page, [...runOnly]), `${page.url()} in ${colorScheme}`).toEqual([])
  }
}

/** Expects no horizontal overflow on a phone of this width. */
export async function expectFitsPhone(page: Page, width = 360) {
  await page.setViewportSize({ width, height: 740 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${page.url()} is ${overflow} px too wide for a phone of ${width} px`).toBeLessThanOrEqual(0)
}
