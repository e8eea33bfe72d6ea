import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'

import CommandPalette from './command-palette'
import { recentChoices, rememberChoice } from './recent-choices'

const group = (title: string): Schema<'FoundGroup'> => ({
  kind: 'course',
  items: [{ id: title, title, hint: '', path: `/courses/${title}` }],
  hasMore: false,
})

beforeEach(() => window.localStorage.clear())

const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('an answer that comes late does not replace that to what was typed since', async () => {
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked: string[] = []
  const answered: string[] = []
  server.use(
    http.get('*/api/v1/search', async ({ request }) => {
      const query = new URL(request.url).searchParams.get('query') ?? ''
      asked.push(query)
      if (query === 'br') await late
      answered.push(query)
      return HttpResponse.json({ data: [group(query === 'br' ? 'Bread' : 'Bricks')] })
    }),
  )
  const user = renderScreen(<CommandPalette onClose={vi.fn()} />)
  const field = screen.getByRole('textbox', { name: 'Search everything' })
  await user.type(field, 'br')
  await expect.poll(() => asked).toEqual(['br'])
  await user.type(field, 'ic')
  await expect.poll(found).toEqual(['Bricks'])
  release()
  await expect.poll(() => answered).toEqual(['bric', 'br'])
  expect(found()).toEqual(['Bricks'])
})

test('the words that were typed are marked', async () => {
  reply('get', '/search', [group('Crème brûlée')])
  const user = renderScreen(<CommandPalette onClose={vi.fn()} />)
  await user.type(screen.getByRole('textbox', { name: 'Search everything' }), 'brul')
  await expect.poll(found).toEqual(['Crème brûlée'])
  expect(document.querySelector('mark')?.textContent).toBe('brûl')
})

test('a server that cannot be reached leaves the pages', async () => {
  refuse('get', '/search', 500, 'Something went wrong on our side.')
  const user = renderScreen(<CommandPalette onClose={vi.fn()} />)
  await user.type(screen.getByRole('textbox', { name: 'Search everything' }), 'catal')
  await expect.poll(found).toEqual(['Catalogue'])
  await screen.findByText("Only pages are searched: the server can't be reached.")
})

test('the last choices of a user are kept, each once, and none of visitors', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) rememberChoice('u1', { path: `/${name}`, title: name })
  expect(recentChoices('u1').map(({ title }) => title)).toEqual(['b', 'f', 'e', 'd', 'c'])
  expect(recentChoices('u2')).toEqual([])
  rememberChoice('', { path: '/a', title: 'a' })
  expect(recentChoices('')).toEqual([])
  window.localStorage.setItem('lectern.search.u1', '[{"path":"//evil.test","title":"x"},{"path":1}]')
  expect(recentChoices('u1')).toEqual([])
  window.localStorage.setItem('lectern.search.u1', 'no JSON')
  expect(recentChoices('u1')).toEqual([])
})
