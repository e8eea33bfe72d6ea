import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { hang, reply } from '@/testing/server'

import { TaughtPage } from './taught-page'

test('lists the courses that the user teaches, with links for editing', async () => {
  reply('get', '/courses/get', [course])
  renderScreen(<TaughtPage attention={null} figures={null} />)
  expect((await screen.findByRole('link', { name: `Settings of ${course.title}` })).getAttribute('href')).toBe(
    '/teach/courses/c1/settings',
  )
})

test('shows what is above and below the courses with them, not before, so that nothing moves', async () => {
  const page = <TaughtPage attention={<p>Two to grade</p>} figures={<p>Figures</p>} />
  reply('get', '/courses/get', [course])
  renderScreen(page)
  expect(await screen.findByText('Two to grade')).toBeTruthy()
  expect(screen.getByText('Figures')).toBeTruthy()
  cleanup()

  hang('get', '/courses/get')
  renderScreen(page)
  await screen.findByRole('heading', { name: 'Teaching' })
  expect(screen.queryByText('Two to grade')).toBeNull()
  expect(screen.queryByText('Figures')).toBeNull()
})
