// One journey in two input modes: what a user does with a mouse, and the same with the keyboard alone.
import { expect, type Locator, type Page } from '@playwright/test'

/** What a user does on a page. Each action waits until its target is visible. */
export interface InputMode {
  /** Activates a button or a link. */
  activate(target: Locator): Promise<void>
  /** Replaces the content of a field. */
  fill(field: Locator, text: string): Promise<void>
  /** Selects the option with this label. */
  select(list: Locator, label: string): Promise<void>
  /** Checks a checkbox or a radio button. */
  check(box: Locator): Promise<void>
  /** Picks an item of the menu or the option list that was just opened. */
  pick(item: Locator): Promise<void>
  /** Switches from the selected tab to this one. */
  switchTo(tab: Locator): Promise<void>
}

export const mouse = (): InputMode => ({
  activate: (target) => target.click(),
  fill: (field, text) => field.fill(text),
  select: async (list, label) => {
    await list.selectOption({ label })
  },
  check: (box) => box.check(),
  pick: (item) => item.click(),
  switchTo: (tab) => tab.click(),
})

export const keyboard = (page: Page): InputMode => ({
  activate: async (target) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  },
  fill: async (field, text) => {
    await tabTo(page, field)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  },
  select: async (list, label) => {
    await tabTo(page, list)
    const shown = () => list.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label)
    const options = await list.evaluate((select: HTMLSelectElement) =>
      Array.from(select.options, (option) => option.label),
    )
    const arrow = options.indexOf(label) < options.indexOf((await shown()) ?? '') ? 'ArrowUp' : 'ArrowDown'
    for (let i = 0; i < options.length && (await shown()) !== label; i++) await page.keyboard.press(arrow)
    expect(await shown()).toBe(label)
  },
  check: async (box) => {
    await expect(box).toBeVisible()
    if (await box.evaluate((input: HTMLInputElement) => input.type === 'radio')) await arrowTo(page, box)
    else await tabTo(page, box)
    if (!(await box.isChecked())) await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  },
  pick: async (item) => {
    await expect(item).toBeVisible()
    for (let i = 0; i < 12; i++) {
      if ((await hasFocus(item)) || (await isActive(item))) return page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
    }
    throw new Error(`the arrow keys never reached ${item}`)
  },
  switchTo: async (tab) => {
    await tabTo(page, tab.locator('xpath=../*[@aria-selected="true"]'))
    for (let i = 0; i < 8 && !(await hasFocus(tab)); i++) await page.keyboard.press('ArrowRight')
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  },
})

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The active option of a combobox: the focus stays in its field. */
const isActive = (option: Locator) =>
  option.evaluate(
    (element) => element.id !== '' && document.activeElement?.getAttribute('aria-activedescendant') === element.id,
  )

/** Presses Tab until the target has the focus. */
export const tabTo = (page: Page, target: Locator) => tabUntil(page, target, hasFocus)

async function tabUntil(page: Page, target: Locator, reached: (target: Locator) => Promise<boolean>) {
  await expect(target).toBeVisible()
  for (let i = 0; i < 250; i++) {
    if (await reached(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${target}`)
}

/** Presses Tab until a radio button of the target's group has the focus, and arrow keys from there: Tab reaches one of a group. */
async function arrowTo(page: Page, radio: Locator) {
  const isInGroup = (one: Locator) =>
    one.evaluate(({ name }: HTMLInputElement) => {
      const focused = document.activeElement
      return focused instanceof HTMLInputElement && focused.type === 'radio' && focused.name === name
    })
  await tabUntil(page, radio, isInGroup)
  for (let i = 0; i < 50; i++) {
    if (await hasFocus(radio)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow keys never reached ${radio}`)
}
