// What the check of every page needs to know of one.
import { expect, type Locator, type Page } from '@playwright/test'

import type { Role } from '../accounts'
import type { ApiAs } from '../fixtures'

/** A page as its users see it. `missing`: how many responses the browser reports as a 404 each time, the page itself and what it requests. */
export interface AppPage {
  name: string
  /** Who opens it; a visitor, if nobody. */
  as?: Role
  open: (page: Page, api: ApiAs) => Promise<unknown>
  missing?: 1 | 2
}

/** Follows a link and waits for the heading of the page it leads to: until then the old page stays, with a heading too. */
export async function follow(page: Page, link: Locator) {
  const heading = page.locator('h1')
  const before = await heading.innerText()
  await link.click()
  await expect(heading).not.toHaveText(before)
  await expect(heading).toBeVisible()
}
