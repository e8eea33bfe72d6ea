import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { MailPage } from './mail-page'

const email: Schema<'StoredEmail'> = {
  id: 'm1',
  to: 'maya@lectern.test',
  subject: 'Please confirm your email address',
  sent_at: '2026-11-20T10:00:00Z',
}
const html = '<p>Confirm: <a href="http://lectern.test/verify-email#t">here</a><script>alert(1)</script></p>'
const text = 'Confirm:\nhttp://lectern.test/verify-email#t\nBye'

test('lists the emails, and each opens under its own URL', async () => {
  reply('get', '/mails', [email])
  const onView = vi.fn()
  const user = renderScreen(<MailPage view={{ page: 2 }} onView={onView} />)
  await user.click(await screen.findByRole('button', { name: email.subject }))
  expect(onView).toHaveBeenCalledWith({ page: 2, email: 'm1' })
})

test('an email shows in a sandboxed frame, and as plain text with links', async () => {
  reply('get', '/mails', [email])
  reply('get', '/mails/{id}', { ...email, html, text })
  const user = renderScreen(<MailPage view={{ email: 'm1' }} onView={vi.fn()} />)
  const dialog = within(await screen.findByRole('dialog'))
  const frame = await dialog.findByTitle(`Email “${email.subject}”`)
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox')
  expect(frame.getAttribute('srcdoc')).toContain('<p>Confirm')
  await user.click(dialog.getByRole('tab', { name: 'Plain text' }))
  const link = dialog.getByRole('link', { name: 'http://lectern.test/verify-email#t' })
  expect(link.getAttribute('rel')).toBe('noreferrer')
  expect(link.closest('pre')?.textContent).toBe(text)
})

test('says so if an email no longer exists', async () => {
  reply('get', '/mails', [])
  refuse('get', '/mails/{id}', 404, 'There is no such email.')
  renderScreen(<MailPage view={{ email: 'm1' }} onView={vi.fn()} />)
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such email.')
})
