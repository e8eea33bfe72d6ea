import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import type { Reauthenticated } from '@/shared/reauthentication'
import { SchoolContext, unnamed } from '@/shared/school'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { DataPage } from './data-page'

const archive: Schema<'Export'> = {
  id: 'x1',
  status: 'ready',
  tablesDone: 23,
  tablesTotal: 23,
  sizeBytes: 20_480,
  createdAt: '2026-11-20T10:00:00Z',
  readyAt: '2026-11-20T10:00:05Z',
  expiresAt: '2026-11-27T10:00:05Z',
  downloadUrl: '/api/v1/profile/exports/token',
}
const deletion = { userId: 'u1', requestedAt: '2026-11-20T10:00:00Z', eraseAt: '2026-12-20T10:00:00Z' }

beforeEach(() => {
  reply('get', '/profile/me/exports', [])
})

function open(reauthenticated: Reauthenticated = (act) => act()) {
  const left = vi.fn()
  const user = renderScreen(
    <DataPage email="maya@lectern.test" isActing={false} reauthenticated={reauthenticated} onLeft={left} />,
  )
  return { user, left }
}

test('an archive is requested, shows its progress, and is downloaded', async () => {
  const { user } = open()
  const order = await screen.findByRole<HTMLButtonElement>('button', { name: 'Export my data' })
  const { readyAt, downloadUrl, ...rest } = archive
  const preparing = { ...rest, status: 'preparing' as const, tablesDone: 5, sizeBytes: 0 }
  const sent = reply('post', '/profile/me/export', preparing)
  reply('get', '/profile/me/exports', [preparing])
  await user.click(order)
  const bar = await screen.findByRole('progressbar')
  expect(Math.round(Number(bar.getAttribute('aria-valuenow')))).toBe(22)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preparing your export' }).disabled).toBe(true)
  reply('get', '/profile/me/exports', [archive])
  const link = await screen.findByRole('link', { name: 'Download archive' }, { timeout: 4000 })
  expect(link.getAttribute('href')).toBe('/api/v1/profile/exports/token')
  expect(sent).toHaveLength(1)
})

test('a refused request says why', async () => {
  const { user } = open()
  refuse('post', '/profile/me/export', 429, 'That was too often. Please wait 30 minutes, then try again.')
  await user.click(await screen.findByRole('button', { name: 'Export my data' }))
  expect((await screen.findByRole('alert')).textContent).toContain('too often')
})

test.each([
  [0, 'Your grades, answers and submissions are deleted too.'],
  [12, /are kept for 12 months without your name/],
])('says what becomes of grades where the school keeps them for %i months', async (months, text) => {
  renderScreen(
    <SchoolContext value={{ ...unnamed, grade_months: months }}>
      <DataPage email="maya@lectern.test" isActing={false} reauthenticated={(act) => act()} onLeft={vi.fn()} />
    </SchoolContext>,
  )
  await screen.findByText(text)
})

test('an account is only closed once its address has been typed', async () => {
  const { user, left } = open()
  const sent = reply('delete', '/profile/me', deletion)
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const close = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete in 30 days' })
  expect(close.disabled).toBe(true)
  await user.type(screen.getByLabelText('Type maya@lectern.test to confirm'), 'Maya@lectern.test')
  await user.click(close)
  await waitFor(() => expect(left).toHaveBeenCalled())
  expect(sent.map(({ query }) => query)).toEqual(['?permanent=false'])
})

test('permanent deletion changes the button’s label', async () => {
  const { user, left } = open()
  const sent = reply('delete', '/profile/me', deletion)
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await user.click(await screen.findByLabelText("Now. You can't undo it."))
  await user.type(screen.getByLabelText('Type maya@lectern.test to confirm'), 'maya@lectern.test')
  await user.click(screen.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(left).toHaveBeenCalled())
  expect(sent.map(({ query }) => query)).toEqual(['?permanent=true'])
})

test('deleting the account goes through re-authentication', async () => {
  const reauthenticated = vi.fn().mockRejectedValue(new Error('Please confirm first that it is you.'))
  const { user, left } = open(reauthenticated)
  const sent = reply('delete', '/profile/me', deletion)
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await user.type(await screen.findByLabelText('Type maya@lectern.test to confirm'), 'maya@lectern.test')
  await user.click(screen.getByRole('button', { name: 'Delete in 30 days' }))
  expect((await screen.findByRole('alert')).textContent).toContain('confirm first')
  expect(left).not.toHaveBeenCalled()
  expect(sent).toHaveLength(0)
})

test('the last administrator sees why it is refused', async () => {
  const { user } = open()
  refuse('delete', '/profile/me', 409, 'This is the last administrator who can sign in. Make another user one first.')
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await user.type(await screen.findByLabelText('Type maya@lectern.test to confirm'), 'maya@lectern.test')
  await user.click(screen.getByRole('button', { name: 'Delete in 30 days' }))
  expect((await screen.findByRole('alert')).textContent).toContain('the last administrator')
})

test('an administrator who views the product as the user sees why there is no export, and no request is sent', () => {
  const asked = reply('get', '/profile/me/exports', [])
  renderScreen(<DataPage email="maya@lectern.test" isActing reauthenticated={(act) => act()} onLeft={vi.fn()} />)
  screen.getByText(/Only its owner can export its data/)
  expect(screen.queryByRole('button')).toBeNull()
  expect(asked).toEqual([])
})
