// Assertions about a page as a whole.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Waits until nothing is loading. Network idle is no criterion: a signed-in page keeps an event stream open. */
export async function expectLoaded(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/**
 * Finishes colour transitions: axe would otherwise compare a colour from before with one from after. Waiting does not
 * help: a transition on a page that is not being rendered never ends.
 */
const finishTransitions = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  })

/** The rules whose result depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Expects no axe findings at WCAG 2.2 AA: of all rules in light, and in dark of those about colours. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await finishTransitions(page)
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] }) // the others would be described too
      .setLegacyMode(page.frames().length === 1) // without frames, no second page is needed to combine their results
    if (colorScheme === 'dark') axe.withRules(colourRules)
    else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    const findings = (await axe.analyze()).violations.map(
      (v) => `${v.id}: ${v.help}\n  ${v.nodes.map((n) => n.html).join('\n  ')}`,
    )
    expect(findings, `${page.url()} in ${colorScheme}`).toEqual([])
  }
}

/** Expects no horizontal overflow on a phone of this width. */
export async function expectFitsPhone(page: Page, width = 360) {
  await page.setViewportSize({ width, height: 740 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${page.url()} is ${overflow} px too wide for a phone of ${width} px`).toBeLessThanOrEqual(0)
}
