import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { DocumentPage } from './document-page'
import TermsGate from './terms-gate'
import { TermsPage } from './terms-page'

const document = (version: number, body: string): Schema<'LegalDocument'> => ({
  kind: 'terms',
  version,
  language: 'en',
  languages: ['en'],
  title: 'Our terms',
  body,
  requires_acceptance: true,
  published_at: '2026-09-01T08:00:00Z',
})

test('what has to be accepted is read, accepted and then gone', async () => {
  reply('get', '/legal-acceptances', { unaccepted: [document(2, '<p>Be kind.</p>')], accepted: [] })
  const user = renderScreen(<TermsGate onSignOut={() => undefined} />)
  await screen.findByText('Be kind.')
  const go = screen.getByRole('button', { name: 'Accept and continue' })
  expect(go.hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'I have read and accept the terms of use.' }))
  const sent = reply('post', '/legal-acceptances', {})
  await user.click(go)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ documents: [{ kind: 'terms', version: 2 }] })
})

test('a version published while the form is open is shown, with the reason, and has to be accepted itself', async () => {
  reply('get', '/legal-acceptances', { unaccepted: [document(2, '<p>Be kind.</p>')], accepted: [] })
  const user = renderScreen(<TermsGate onSignOut={() => undefined} />)
  await user.click(await screen.findByRole('checkbox'))
  refuse('post', '/legal-acceptances', 409, 'The terms have changed since you read them.')
  reply('get', '/legal-acceptances', { unaccepted: [document(3, '<p>Be very kind.</p>')], accepted: [] })
  await user.click(screen.getByRole('button', { name: 'Accept and continue' }))
  await screen.findByText('Be very kind.')
  screen.getByText('The terms have changed since you read them.')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})

test('who does not accept can leave', async () => {
  refuse('get', '/legal-acceptances', 503, 'Not just now.')
  const leave = vi.fn()
  const user = renderScreen(<TermsGate onSignOut={leave} />)
  await screen.findByText('Not just now.')
  expect(screen.getByRole('link', { name: 'Export your data or delete your account' }).getAttribute('href')).toBe(
    '/settings/data',
  )
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(leave).toHaveBeenCalled()
})

test('an older version says that it no longer applies', async () => {
  reply('get', '/legal-documents/{kind}', document(1, '<p>Be kind.</p>'))
  const { body: _, ...old } = document(1, '')
  reply('get', '/legal-documents/{kind}/versions', [{ ...old, version: 2 }, old])
  renderScreen(<DocumentPage kind="terms" version={1} />)
  await screen.findByRole('heading', { name: 'Our terms' })
  await screen.findByText(/no longer applies/)
  expect(screen.getByRole('link', { name: 'Version 2' }).getAttribute('href')).toBe('/terms')
})

test('without a published version the page says so', async () => {
  refuse('get', '/legal-documents/{kind}', 404, 'There is no such document.')
  reply('get', '/legal-documents/{kind}/versions', [])
  renderScreen(<DocumentPage kind="privacy" />)
  await screen.findByText('Nothing published yet')
})

test('a draft is published once it is saved, and asks everyone unless told otherwise', async () => {
  const texts = [{ language: 'en' as const, title: 'Our terms', body: '<p>Be kind.</p>' }]
  const changed = { texts, published: 1, changed: true, changed_at: '2026-09-01T08:00:00Z' }
  reply('get', '/legal-documents/{kind}/draft', changed)
  const user = renderScreen(<TermsPage />)
  const form = within(await screen.findByRole('form', { name: 'Terms of use' }))
  await user.type(form.getByLabelText('Title'), '!')
  expect(form.getByRole('button', { name: 'Publish…' }).hasAttribute('disabled')).toBe(true)
  const saved = reply('put', '/legal-documents/{kind}/draft', changed)
  await user.click(form.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body).toEqual({ texts: [{ ...texts[0], title: 'Our terms!' }] })

  const published = reply('post', '/legal-documents/{kind}/publish', document(2, '<p>Be kind.</p>'))
  await user.click(form.getByRole('button', { name: 'Publish…' }))
  await user.click(await screen.findByRole('radio', { name: /^Only new users/ }))
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(published).toHaveLength(1))
  expect(published[0]?.body).toEqual({ requires_acceptance: false })
})
