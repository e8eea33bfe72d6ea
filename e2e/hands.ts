// Two pairs of hands for one journey: what a person does with a mouse, and the same with a keyboard alone.
import { expect, type Locator, type Page } from '@playwright/test'

/** What somebody does to a page. Each waits until its target can be seen. */
export interface Hands {
  /** Uses a button or follows a link. */
  press(target: Locator): Promise<void>
  /** Puts a text in the place of what a field holds. */
  write(field: Locator, text: string): Promise<void>
  /** Takes the option of a list that shows this text. */
  choose(list: Locator, label: string): Promise<void>
  /** Ticks a box, or takes one of several. */
  tick(box: Locator): Promise<void>
  /** Takes an item of the menu that was just opened. */
  take(item: Locator): Promise<void>
  /** Goes from the tab that is shown to this one. */
  turnTo(tab: Locator): Promise<void>
}

export const mouse = (): Hands => ({
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
  choose: async (list, label) => {
    await list.selectOption({ label })
  },
  tick: (box) => box.check(),
  take: (item) => item.click(),
  turnTo: (tab) => tab.click(),
})

export const keyboard = (page: Page): Hands => ({
  press: async (target) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  },
  write: async (field, text) => {
    await tabTo(page, field)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  },
  choose: async (list, label) => {
    await tabTo(page, list)
    const shown = () => list.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label)
    const options = await list.evaluate((select: HTMLSelectElement) => Array.from(select.options, (option) => option.label))
    const way = options.indexOf(label) < options.indexOf((await shown()) ?? '') ? 'ArrowUp' : 'ArrowDown'
    for (let i = 0; i < options.length && (await shown()) !== label; i++) await page.keyboard.press(way)
    expect(await shown()).toBe(label)
  },
  tick: async (box) => {
    await tabTo(page, box)
    if (!(await box.isChecked())) await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  },
  take: async (item) => {
    await expect(item).toBeVisible()
    for (let i = 0; i < 12; i++) {
      if ((await hasFocus(item)) || (await isActive(item))) return page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
    }
    throw new Error(`the arrows never came to ${item}`)
  },
  turnTo: async (tab) => {
    await tabTo(page, tab.locator('xpath=../*[@aria-selected="true"]'))
    for (let i = 0; i < 8 && !(await hasFocus(tab)); i++) await page.keyboard.press('ArrowRight')
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  },
})

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** An option is chosen while the focus stays in its field. */
const isActive = (option: Locator) =>
  option.evaluate((element) => element.id !== '' && document.activeElement?.getAttribute('aria-activedescendant') === element.id)

/** Goes on by Tab until the focus is where it is wanted. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let i = 0; i < 250; i++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${target}`)
}
