// Counts what a user has to click: the measure by which journeys bound how long a task takes.
import { expect, type Page } from '@playwright/test'

export interface Clicks {
  /** The clicks since counting began. */
  count(): Promise<number>
  /** Expects that `task` has taken at most this many. */
  expectAtMost(most: number, task: string): Promise<void>
}

/**
 * Counts clicks on this page from now on, also over reloads: each press of a pointer, and each press of Enter or Space that
 * activates something. Choosing in a native list counts as two, because its options are outside of the page. Typing and Tab are free.
 */
export async function countClicks(page: Page): Promise<Clicks> {
  let clicks = 0
  await page.exposeFunction('lecternClicked', (by: number) => {
    clicks += by
  })
  await page.addInitScript(listen)
  if (page.url() !== 'about:blank') await page.evaluate(listen)
  const count = async () => {
    await page.evaluate(() => 0) // what the page has reported before has arrived by then
    return clicks
  }
  return {
    count,
    expectAtMost: async (most, task) => {
      expect(await count(), `clicks to ${task}`).toBeLessThanOrEqual(most)
    },
  }
}

declare global {
  interface Window {
    lecternClicked: (by: number) => Promise<void>
  }
}

/** Runs in the page. */
function listen() {
  // A click on a label is followed by one on its field, hence pointers are counted where they are pressed.
  let byKey = false
  const ofList = ({ target }: Event) => target instanceof HTMLSelectElement
  const listenTo = (type: 'pointerdown' | 'keydown' | 'click' | 'change', then: (event: Event) => void) =>
    window.addEventListener(type, then, { capture: true })
  listenTo('pointerdown', (event) => {
    byKey = false
    if (event.isTrusted && !ofList(event)) void window.lecternClicked(1)
  })
  listenTo('keydown', (event) => {
    byKey = event instanceof KeyboardEvent && (event.key === 'Enter' || event.key === ' ')
  })
  listenTo('click', (event) => {
    if (byKey && event.isTrusted) void window.lecternClicked(1)
    byKey = false
  })
  listenTo('change', (event) => {
    if (ofList(event)) void window.lecternClicked(2)
  })
}
