// Measures how far the content of a page moves while it loads.
import { expect, type Page } from '@playwright/test'

/** The largest sum of layout shifts with which a page may load. Web Vitals calls up to 0.1 good. */
const most = 0.05

interface Shift {
  value: number
  /** The elements that moved, with where they were and where they went. */
  moved: string[]
}

declare global {
  interface Window {
    /** Returns the layout shifts of this document so far, without those that followed an input. */
    layoutShifts?: () => Shift[]
  }
}

const roundTrip = 100 // milliseconds, as between a phone and a server in the same country

/**
 * Records the layout shifts of every document that this page opens from now on. They load as over a real network: from a
 * server on the same machine, several responses would come before the first frame, and hide what moves between them.
 */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(record)
  const browser = await page.context().newCDPSession(page)
  const unlimited = -1
  const conditions = { offline: false, latency: roundTrip, downloadThroughput: unlimited, uploadThroughput: unlimited }
  await browser.send('Network.emulateNetworkConditions', conditions)
}

/** Expects that the content of this document has hardly moved since it was opened. */
export async function expectLittleShift(page: Page) {
  const { sum, shifts } = await measured(page)
  const list = shifts.map(({ value, moved }) => `${value.toFixed(3)}\n    ${moved.join('\n    ')}`).join('\n  ')
  const width = page.viewportSize()?.width
  expect(sum, `${page.url()} moves while it loads, at a width of ${width} px:\n  ${list}\n`).toBeLessThan(most)
}

/** Returns how far the content of this document has moved since it was opened. */
export const shiftOf = async (page: Page) => (await measured(page)).sum

async function measured(page: Page) {
  await settled(page)
  const shifts = await page.evaluate(() => window.layoutShifts?.() ?? [])
  return { sum: shifts.reduce((total, { value }) => total + value, 0), shifts }
}

/** Resolves when fonts and pictures have loaded and two more frames have been painted. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].filter((i) => i.loading !== 'lazy').map((i) => i.decode().catch(() => {})))
    const frame = () => new Promise((painted) => requestAnimationFrame(painted))
    await frame()
    await frame()
  })

/** Runs in the page, before its own scripts. */
function record() {
  const shifts: Shift[] = []
  const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  const name = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element
      ? `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent.slice(0, 40)}`
      : '(gone)'
  }
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map((s) => `${name(s.node)}: ${place(s.previousRect)} to ${place(s.currentRect)}`)
      shifts.push({ value: entry.value, moved })
    }
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.layoutShifts = () => {
    add(observer.takeRecords())
    return shifts
  }
}

/** What TypeScript's DOM types lack: https://wicg.github.io/layout-instability/#sec-layout-shift */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
