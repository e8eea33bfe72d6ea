import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'

import { SettingsPage } from './settings-page'

const group = { fixed: [], changed_at: null }

function open(fixed: string[] = []) {
  reply('get', '/settings/school', { ...group, values: { name: 'Honeyfield', support_email: '', time_zone: 'UTC' } })
  reply('get', '/settings/registration', { ...group, fixed, values: { mode: 'open', domains: [] } })
  reply('get', '/settings/passwords', { ...group, values: { min_length: 10, lock_after: 3, longest_lock: 30 } })
  reply('get', '/settings/sessions', { ...group, values: { idle_days: 30, max_per_user: 0 } })
  const limits = { sign_in_failures: 600, sign_ups: 600, emails: 300, dead_links: 120, trusted_networks: [] }
  reply('get', '/settings/limits', { ...group, values: limits })
  reply('get', '/settings/retention', { ...group, values: { grade_months: 0 } })
  return renderScreen(<SettingsPage />)
}

const form = async (name: string) => within(await screen.findByRole('form', { name }))

test('saves one group, and only what was changed', async () => {
  const user = open()
  const registration = await form('Registration')
  const save = registration.getByRole('button', { name: 'Save' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await user.click(registration.getByRole('radio', { name: 'Only people with an email address of these domains' }))
  await user.type(registration.getByLabelText('Domains'), 'example.org{Enter}example.com')
  const values = { mode: 'domains' as const, domains: ['example.org', 'example.com'] }
  const sent = reply('put', '/settings/registration', { ...group, values })
  await user.click(save)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.body).toEqual(values)
})

test('a refusal stands at its field, and what was typed stays', async () => {
  const user = open()
  const school = await form('School')
  await user.type(school.getByLabelText('Support address'), 'help')
  refuse('put', '/settings/school', 400, 'This is not a valid email address', {
    support_email: 'This is not a valid email address',
  })
  await user.click(school.getByRole('button', { name: 'Save' }))
  await school.findByText('This is not a valid email address')
  expect(school.getByLabelText<HTMLInputElement>('Support address').value).toBe('help')
})

test('what another user has saved is shown and not overwritten unseen', async () => {
  const user = open()
  const sessions = await form('Sessions')
  const days = sessions.getByLabelText('Days without use until a session ends')
  await user.clear(days)
  await user.type(days, '7')
  refuse('put', '/settings/sessions', 412, 'Another user has changed these settings.')
  const theirs = { ...group, values: { idle_days: 14, max_per_user: 25 } }
  reply('get', '/settings/sessions', theirs)
  await user.click(sessions.getByRole('button', { name: 'Save' }))
  await sessions.findByText(/Now: Days without use until a session ends: 14; Sessions of one user at a time: 25/)
  expect(sessions.getByDisplayValue('7')).toBe(days) // what was typed stays
  const sent = reply('put', '/settings/sessions', { ...group, values: { idle_days: 7, max_per_user: 0 } })
  await user.click(sessions.getByRole('button', { name: 'Save mine' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ body: { idle_days: 7, max_per_user: 0 }, tag: tagOf(theirs) })
})

test('what the operator has fixed is shown and cannot be changed', async () => {
  open(['mode'])
  const registration = await form('Registration')
  for (const choice of registration.getAllByRole('radio')) expect(choice.hasAttribute('disabled')).toBe(true)
  registration.getByText('Fixed by the operator of the servers: Who may create an account.')
})
