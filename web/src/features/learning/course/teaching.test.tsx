import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { SavedPage } from './saved-page'
import { TaughtPage } from './taught-page'

test('lists saved courses, or links to the catalogue', async () => {
  reply('get', '/courses/saved', [])
  renderScreen(<SavedPage />)
  await screen.findByText('No saved courses yet')
})

test('lists the courses that the user teaches, with links for editing', async () => {
  reply('get', '/courses/get', [course])
  renderScreen(<TaughtPage />)
  expect((await screen.findByRole('link', { name: `Settings of ${course.title}` })).getAttribute('href')).toBe(
    '/teach/courses/c1/settings',
  )
})
