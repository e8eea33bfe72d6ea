// What journeys claim of a page as a whole.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing is being loaded any more. The network is no measure: a signed-in page listens to a stream that has no end. */
export async function expectLoaded(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/**
 * Brings colour transitions to their end: axe would measure one colour of before against one of after. Waiting for them
 * does not do: a transition on a page that is not drawn at the moment never ends.
 */
const finishTransitions = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  })

/** No finding of axe at WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await finishTransitions(page)
    const found = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .setLegacyMode(page.frames().length === 1) // without frames no second page is needed to put their results together
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
