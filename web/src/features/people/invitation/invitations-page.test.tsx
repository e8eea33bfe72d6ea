import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { InvitationsPage } from './invitations-page'

const eve: Schema<'InvitationView'> = {
  id: 'i1',
  email: 'eve@example.org',
  roles: ['admin', 'instructor'],
  invited_by: 'u9',
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2026-11-27T10:00:00Z',
}

const open = (items: Schema<'InvitationView'>[]) => {
  const asked = reply('get', '/auth/invitations', items)
  return { user: renderScreen(<InvitationsPage page={1} onPage={vi.fn()} />), asked }
}

test('invites a user with roles; an error shows at its field and keeps the input', async () => {
  const { user, asked } = open([])
  await screen.findByText('No open invitations')
  await user.click(screen.getByRole('button', { name: 'Invite user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite user' }))
  const email = dialog.getByLabelText<HTMLInputElement>('Email')
  await user.type(email, 'eve')
  await user.click(dialog.getByLabelText('Administrator'))
  refuse('post', '/auth/invitations', 400, 'Please check.', { email: 'This is not a valid email address' })
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await dialog.findByText('This is not a valid email address')
  expect(email.value).toBe('eve')

  await user.type(email, '@example.org')
  const sent = reply('post', '/auth/invitations', eve)
  const before = asked.length
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'eve@example.org', roles: ['student', 'admin'] }])
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

test('shows the invitations with their roles, and resends one', async () => {
  const { user } = open([eve])
  const row = within((await screen.findByText('eve@example.org')).closest('tr') ?? document.body)
  row.getByText('Administrator')
  row.getByText('27 Nov 2026, 15:30')
  const sent = reply('post', '/auth/invitations/{id}/resend', {})
  await user.click(row.getByRole('button', { name: 'Resend invitation to eve@example.org' }))
  await waitFor(() => expect(sent[0]?.path).toBe('/auth/invitations/i1/resend'))
})

test('revoking one asks for confirmation', async () => {
  const { user } = open([eve])
  await user.click(await screen.findByRole('button', { name: 'Withdraw invitation to eve@example.org' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw invitation?' }))
  const sent = reply('delete', '/auth/invitations/{id}', {})
  await user.click(dialog.getAllByRole('button', { name: 'Cancel' })[1] ?? document.body)
  expect(sent).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Withdraw invitation to eve@example.org' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent[0]?.path).toBe('/auth/invitations/i1'))
})
