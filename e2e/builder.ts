// Steps in the curriculum builder.
import { expect, type Page } from '@playwright/test'

import type { InputMode } from './input-modes'

/** Adds a lesson of this kind to the end of a section, names it and leaves it open. */
export async function addLesson(
  page: Page,
  { activate, pick, fill }: InputMode,
  into: string,
  kind: string,
  name: string,
) {
  await activate(page.getByRole('button', { name: `Add lesson to “${into}”` }))
  await pick(page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }))
  await expect(page.getByRole('region', { name: `Lesson “New ${kind.toLowerCase()}”` })).toBeVisible()
  await fill(page.getByLabel('Title', { exact: true }), name)
  await saved(page)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

/** Waits until everything typed in the open lesson has been saved. */
export const saved = (page: Page) =>
  expect(page.getByRole('region', { name: /^Lesson “/ }).getByText('Saved', { exact: true })).toBeVisible()

/** Publishes the course from the frame of its pages. */
export async function publishCourse(page: Page, { activate }: InputMode) {
  await activate(page.locator('header').getByRole('button', { name: /^Publish( changes)?$/ }))
  const dialog = page.getByRole('dialog', { name: 'Publish course' })
  await activate(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page.getByText('Course published.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible()
}
