import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'
import { CatalogueSettingsPage } from './catalogue-settings-page'
import { category } from './fixtures'

const go = { ...category, name: 'Go', parent: 'Programming', count: 2, total: 2 }

function open(tab: 'categories' | 'currencies' | 'home') {
  return renderScreen(<CatalogueSettingsPage tab={tab} onTab={vi.fn()} />)
}

test('categories show as a tree and can be renamed', async () => {
  reply('get', '/courses/category', [{ ...category, total: 5 }, go])
  const user = open('categories')
  await screen.findByText('3 published courses + 2 in subcategories')
  const below = within(screen.getByRole('list', { name: 'Subcategories of Programming' }))
  await user.click(below.getByRole('button', { name: 'More actions for “Go”' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Programming')
  await user.click(dialog.getByRole('button', { name: 'Save category' }))
  await dialog.findByText('The category “Programming” already exists. Choose another name.')
  await user.type(dialog.getByLabelText('Name'), ' in Go')
  const sent = reply('put', '/courses/category', [])
  await user.click(dialog.getByRole('button', { name: 'Save category' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ name: 'Go', rename: 'Programming in Go', parent: 'Programming' })
})

test('a category is added, and one with courses is not deleted', async () => {
  reply('get', '/courses/category', [category])
  const user = open('categories')
  await user.click(await screen.findByRole('button', { name: 'Add category' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Rust')
  await user.selectOptions(dialog.getByLabelText('Parent'), 'Programming')
  const sent = reply('put', '/courses/category', [])
  await user.click(dialog.getByRole('button', { name: 'Save category' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ name: 'Rust', parent: 'Programming' }))

  refuse('delete', '/courses/category/{name}', 409, 'There are courses in this category, perhaps drafts.')
  await user.click(await screen.findByRole('button', { name: 'More actions for “Programming”' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete category' }))
  await screen.findByText('There are courses in this category, perhaps drafts.')
})

test('categories are put in order by keys and by the menu, each with what is below it', async () => {
  const arts = { ...category, name: 'Arts' }
  const before = [category, go, arts]
  reply('get', '/courses/category', before)
  const user = open('categories')
  await screen.findByRole('button', { name: 'Move “Programming”' })
  const after = [arts, category, go]
  const sent = reply('put', '/courses/category-order', after)
  reply('get', '/courses/category', after)
  await user.type(screen.getByRole('button', { name: 'Move “Programming”' }), '{ArrowDown}')
  await screen.findByText('Programming is now 2 of 2')
  await waitFor(() =>
    expect(sent[0]).toMatchObject({ body: { names: ['Arts', 'Programming', 'Go'] }, tag: tagOf(before) }),
  )
  refuse('put', '/courses/category-order', 412, 'Another user has changed the categories.')
  await user.click(screen.getByRole('button', { name: 'More actions for “Arts”' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move down' }))
  await screen.findByText('Another user has changed the categories.')
})

test('no categories yet', async () => {
  reply('get', '/courses/category', [])
  const user = open('categories')
  await screen.findByText('No categories yet')
  await user.click(screen.getByRole('button', { name: 'Add category' }))
  await screen.findByRole('dialog')
})

test('currencies can be reordered, with positions announced', async () => {
  reply('get', '/currencies', [
    { code: 'EUR', minor_digits: 2, is_default: true },
    { code: 'JPY', minor_digits: 0, is_default: false },
  ])
  const user = open('currencies')
  await user.click(await screen.findByRole('button', { name: 'Move JPY, Japanese Yen up' }))
  await screen.findByText('JPY, Japanese Yen is now 1 of 2')
  const sent = reply('put', '/currencies', [])
  await user.click(screen.getByRole('button', { name: 'Save currencies' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ codes: ['JPY', 'EUR'] }))
})

test('currencies that another administrator has changed are not overwritten unseen', async () => {
  const before = [{ code: 'EUR', minor_digits: 2, is_default: true }]
  const theirs = [...before, { code: 'JPY', minor_digits: 0, is_default: false }]
  reply('get', '/currencies', theirs.toReversed())
  const user = open('currencies')
  await user.click(await screen.findByRole('button', { name: 'Move EUR, Euro up' }))
  refuse('put', '/currencies', 412, 'Another user has changed the currencies.')
  reply('get', '/currencies', before)
  await user.click(screen.getByRole('button', { name: 'Save currencies' }))
  await screen.findByText("The saved version is now: EUR. Your changes aren't saved yet.")
  const sent = reply('put', '/currencies', theirs)
  reply('get', '/currencies', theirs)
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sent[0]).toMatchObject({ body: { codes: ['EUR', 'JPY'] }, tag: tagOf(before) }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('courses can be found and put on the home page', async () => {
  reply('get', '/home-display', { currency: 'EUR', chosen: false, courses: [{ course }] })
  reply('get', '/courses/get', [course])
  const user = open('home')
  await screen.findByText('No courses chosen.')
  await user.click(await screen.findByRole('button', { name: `Add ${course.title}` }))
  const sent = reply('put', '/home-display', { currency: 'EUR', chosen: true, courses: [{ course }] })
  await user.click(screen.getByRole('button', { name: 'Save home page' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ course_ids: ['c1'] }))
})
