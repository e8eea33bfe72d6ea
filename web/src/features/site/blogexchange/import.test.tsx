import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { ImportPage } from './import-page'

const preview = {
  id: 'i1',
  format: 'markdown' as const,
  dryRun: true,
  publish: false,
  state: 'done' as const,
  reason: '',
  total: 2,
  created: 1,
  updated: 0,
  unchanged: 0,
  refused: 1,
  createdAt: '2026-11-27T10:00:00Z',
  finishedAt: '2026-11-27T10:00:01Z',
}

const bees = {
  file: 'posts/bees.md',
  title: 'Bees',
  outcome: 'created' as const,
  postId: '',
  code: '',
  reason: '',
  notes: [{ code: 'picture_missing' as const, about: '../media/bee.png' }],
}

const wasps = {
  file: 'posts/wasps.md',
  title: '',
  outcome: 'refused' as const,
  postId: '',
  code: 'title_missing',
  reason: 'This post has no title.',
  notes: [],
}

test('a preview says what becomes of each post before anything is imported', async () => {
  const started = reply('post', '/blogs/import', preview)
  reply('get', '/blogs/import/{id}', { ...preview, posts: [wasps, bees] })
  const user = renderScreen(<ImportPage />)
  await user.upload(
    screen.getByLabelText('File with posts'),
    new File(['{}'], 'posts.zip', { type: 'application/zip' }),
  )
  await screen.findByText('This is a preview; nothing was changed. 1 new post, 0 updated, 0 unchanged, 1 refused.')
  screen.getByText('This post has no title.')
  screen.getByText("Picture left out, because it isn't in the file: ../media/bee.png")
  expect(started.map(({ type }) => type)).toEqual(['application/zip'])
  reply('get', '/blogs/import/{id}', { ...preview, dryRun: false, posts: [wasps, { ...bees, postId: 'p1' }] })
  await user.click(screen.getByRole('button', { name: 'Import 1 post' }))
  await screen.findByText(/^Import completed/)
  expect(screen.getByRole('link', { name: 'Bees' })).toHaveProperty('href', expect.stringContaining('/teach/blog/p1'))
})

test('the JSON file of Ghost is sent as such', async () => {
  const started = reply('post', '/blogs/import', { ...preview, format: 'ghost' as const })
  reply('get', '/blogs/import/{id}', { ...preview, format: 'ghost' as const, posts: [bees] })
  const user = renderScreen(<ImportPage />)
  await user.upload(
    screen.getByLabelText('File with posts'),
    new File(['{}'], 'blog.json', { type: 'application/json' }),
  )
  await screen.findByText(/^This is a preview/)
  expect(started.map(({ type }) => type)).toEqual([undefined]) // JSON
})
