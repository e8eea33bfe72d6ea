import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { TaughtPage } from './taught-page'

test('lists the courses that the user teaches, with links for editing', async () => {
  reply('get', '/courses/get', [course])
  renderScreen(<TaughtPage attention={null} />)
  expect((await screen.findByRole('link', { name: `Settings of ${course.title}` })).getAttribute('href')).toBe(
    '/teach/courses/c1/settings',
  )
})
