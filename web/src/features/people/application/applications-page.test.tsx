import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { ApplicationsPage } from './applications-page'
import { OwnApplicationsPage } from './own-applications-page'

const waiting: Schema<'Application'> = {
  id: 'a1',
  user_id: 'u1',
  full_name: 'Maya Osei',
  email: 'maya@lectern.test',
  role: 'instructor',
  about: 'I have taught bees for ten years.',
  status: 'pending',
  note: '',
  created_at: '2026-11-20T10:00:00Z',
  decided_at: null,
}
const declined: Schema<'Application'> = {
  ...waiting,
  id: 'a2',
  full_name: 'Li Wei',
  status: 'rejected',
  note: 'Please write more.',
  decided_at: '2026-11-20T11:00:00Z',
}

const open = (items: Schema<'Application'>[], filters: { status?: 'pending' } = {}) => {
  const asked = reply('get', '/auth/role-applications', items)
  const onFilters = vi.fn()
  return { user: renderScreen(<ApplicationsPage filters={filters} onFilters={onFilters} />), onFilters, asked }
}

test.each([
  ['Approve', 'approve'],
  ['Reject', 'reject'],
] as const)('%s: after a last look, with a word for the applicant', async (name, verdict) => {
  const { user, asked } = open([waiting, declined])
  await user.click(await screen.findByRole('button', { name: `${name} Maya Osei` }))
  const dialog = within(await screen.findByRole('dialog', { name: `${name} Maya Osei?` }))
  await user.type(dialog.getByLabelText('Message to applicant'), 'Welcome!')
  const sent = reply('post', `/auth/role-applications/{id}/${verdict}`, {})
  const before = asked.length
  await user.click(dialog.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ path: `/auth/role-applications/a1/${verdict}`, query: '', body: { note: 'Welcome!' } }])
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

test('a decided application is no longer offered, and the decision shows', async () => {
  open([declined])
  await screen.findByText(/“Please write more.”/)
  expect(screen.queryByRole('button', { name: /Li Wei/ })).toBeNull()
})

test('if another administrator was first, says so and keeps the note', async () => {
  const { user } = open([waiting])
  refuse('post', '/auth/role-applications/{id}/approve', 409, 'This application has been decided already.')
  await user.click(await screen.findByRole('button', { name: 'Approve Maya Osei' }))
  const dialog = within(await screen.findByRole('dialog'))
  const note = dialog.getByLabelText<HTMLTextAreaElement>('Message to applicant')
  await user.type(note, 'Hello')
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('decided already')
  expect(note.value).toBe('Hello')
})

test('the status is kept in the URL; distinguishes no match from no applications', async () => {
  const { user, onFilters, asked } = open([], { status: 'pending' })
  await screen.findByText('No matching applications')
  expect(asked[0]?.query).toBe('?status=pending')
  await user.click(screen.getByRole('radio', { name: 'Approved' }))
  expect(onFilters).toHaveBeenCalledWith({ status: 'approved' })
  await user.click(screen.getByRole('radio', { name: 'All' }))
  expect(onFilters).toHaveBeenLastCalledWith({})
})

test('applicants see the status, and may apply for roles that they do not have', async () => {
  reply('get', '/auth/role-applications/mine', [waiting, declined])
  const user = renderScreen(<OwnApplicationsPage roles={['student']} />)
  const items = within(await screen.findByRole('list', { name: 'Your applications' })).getAllByRole('listitem')
  expect(items[0]?.textContent).toContain('Pending')
  expect(items[1]?.textContent).toContain('Please write more.')
  expect(screen.queryByRole('radio', { name: /Teach/ })).toBeNull() // it is pending

  const form = within(screen.getByRole('form', { name: 'New application' }))
  const sent = reply('post', '/auth/role-applications', waiting)
  await user.click(form.getByRole('button', { name: 'Send application' }))
  await waitFor(() => expect(form.getByLabelText('About you').getAttribute('aria-invalid')).toBe('true'))
  await user.type(form.getByLabelText('About you'), 'Bees Ltd.')
  await user.click(form.getByRole('button', { name: 'Send application' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ role: 'corporate', about: 'Bees Ltd.' }]))
})

test('a user with both roles has nothing to apply for', async () => {
  reply('get', '/auth/role-applications/mine', [])
  renderScreen(<OwnApplicationsPage roles={['student', 'instructor', 'corporate']} />)
  await screen.findByText('There are no more roles you can apply for.')
})
