import { fireEvent, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'

import { unnamed } from '@/shared/school'
import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'

import { SettingsPage } from './settings-page'

const group = { fixed: [], changed_at: null }

const { palette } = unnamed

const sales = {
  seller_name: '',
  seller_address: '',
  country: 'DE',
  region: '',
  tax_id: '',
  bank_account: '',
  registered: false,
  prices_include_tax: true,
  reverse_charge: false,
  refund_days: 14,
  tax_rates: [],
}

function open(tab: ComponentProps<typeof SettingsPage>['tab'], fixed: string[] = []) {
  reply('get', '/settings/appearance', { ...group, values: { primary_color: '#0d5c54' } })
  reply('get', '/settings/appearance/palette', palette)
  reply('get', '/settings/logo', { changed_at: null })
  reply('get', '/settings/school', { ...group, values: { name: 'Honeyfield', support_email: '', time_zone: 'UTC' } })
  reply('get', '/settings/registration', { ...group, fixed, values: { mode: 'open', domains: [] } })
  reply('get', '/settings/passwords', { ...group, values: { min_length: 10, lock_after: 3, longest_lock: 30 } })
  reply('get', '/settings/sessions', { ...group, values: { idle_days: 30, max_per_user: 0 } })
  const limits = { sign_in_failures: 600, sign_ups: 600, emails: 300, dead_links: 120, trusted_networks: [] }
  reply('get', '/settings/limits', { ...group, values: limits })
  reply('get', '/settings/forms', { ...group, values: { email_code: 'suspicious', blocked: [] } })
  reply('get', '/settings/home', { ...group, values: { search: true, sections: ['courses', 'catalogue'] } })
  reply('get', '/settings/crawlers', { ...group, values: { no_training: false } })
  reply('get', '/settings/retention', { ...group, values: { grade_months: 0 } })
  reply('get', '/settings/sales', { ...group, values: sales })
  return renderScreen(<SettingsPage tab={tab} onTab={vi.fn()} />)
}

const form = async (name: string) => within(await screen.findByRole('form', { name }))

test('saves one group, and only what was changed', async () => {
  const user = open('accounts')
  const registration = await form('Registration')
  const save = registration.getByRole('button', { name: 'Save changes' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await user.click(registration.getByRole('radio', { name: 'Only people with an email address at these domains' }))
  await user.type(registration.getByLabelText('Email domains'), 'example.org{Enter}example.com')
  const values = { mode: 'domains' as const, domains: ['example.org', 'example.com'] }
  const sent = reply('put', '/settings/registration', { ...group, values })
  await user.click(save)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.body).toEqual(values)
})

test('taxes of a country are added to those that are charged', async () => {
  const user = open('sales')
  const section = await form('Sales and taxes')
  expect(section.queryByRole('button', { name: 'Add tax rate' })).toBeNull()
  await user.click(section.getByRole('checkbox', { name: 'Charge taxes' }))
  await user.click(section.getByRole('button', { name: 'Add tax rate' }))
  const rate = within(section.getByRole('group', { name: 'Tax rate 1' }))
  await user.selectOptions(rate.getByLabelText('Country'), 'Canada')
  await user.type(rate.getByLabelText('State or province'), 'QC')
  await user.clear(rate.getByLabelText('Name'))
  await user.type(rate.getByLabelText('Name'), 'QST')
  await user.clear(rate.getByLabelText('Percentage'))
  await user.type(rate.getByLabelText('Percentage'), '9.975')
  rate.getByText('Charged now')
  fireEvent.change(rate.getByLabelText('Valid from'), { target: { value: '2099-01-01' } })
  rate.getByText('Charged later')
  const values = {
    ...sales,
    registered: true,
    tax_rates: [{ country: 'CA', region: 'QC', name: 'QST', rate_ppm: 99_750, valid_from: '2099-01-01' }],
  }
  const sent = reply('put', '/settings/sales', { ...group, values })
  await user.click(section.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => sent[0]?.body).toEqual(values)
})

test('sections of the home page are put in order by keyboard, and switched on and off', async () => {
  const user = open('website')
  const home = await form('Home page')
  await user.type(home.getByRole('button', { name: 'Move “Catalogue”' }), '{ArrowUp}')
  await home.findByText('Catalogue is now 1 of 9')
  await user.click(home.getByRole('switch', { name: 'Demo classes' }))
  await user.click(home.getByRole('switch', { name: 'Featured courses' }))
  await user.click(home.getByRole('switch', { name: 'Title and search' }))
  const values = { search: false, sections: ['catalogue' as const, 'demo' as const] }
  const sent = reply('put', '/settings/home', { ...group, values })
  await user.click(home.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => sent[0]?.body).toEqual(values)
  expect(home.getAllByRole('switch').map((input) => input.closest('li')?.textContent)[2]).toBe('Featured courses')
})

test('crawlers that train language models are asked to stay away', async () => {
  const user = open('website')
  const crawlers = await form('Crawlers')
  await user.click(crawlers.getByRole('switch', { name: /^Keep AI training crawlers away/ }))
  const sent = reply('put', '/settings/crawlers', { ...group, values: { no_training: true } })
  await user.click(crawlers.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => sent[0]?.body).toEqual({ no_training: true })
})

test('robots are kept from public forms', async () => {
  const user = open('website')
  const forms = await form('Public forms')
  await user.click(forms.getByRole('radio', { name: 'Everyone without an account' }))
  await user.type(forms.getByLabelText('Blocked addresses and domains'), 'robots.test')
  const values = { email_code: 'always' as const, blocked: ['robots.test'] }
  const sent = reply('put', '/settings/forms', { ...group, values })
  await user.click(forms.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => sent[0]?.body).toEqual(values)
})

test('a refusal stands at its field, and what was typed stays', async () => {
  const user = open('school')
  const school = await form('School')
  await user.type(school.getByLabelText('Support email'), 'help')
  refuse('put', '/settings/school', 400, 'This is not a valid email address', {
    support_email: 'This is not a valid email address',
  })
  await user.click(school.getByRole('button', { name: 'Save changes' }))
  await school.findByText('This is not a valid email address')
  expect(school.getByLabelText<HTMLInputElement>('Support email').value).toBe('help')
})

test('what another user has saved is shown and not overwritten unseen', async () => {
  const user = open('accounts')
  const sessions = await form('Sessions')
  const days = sessions.getByLabelText('Days of inactivity until a session ends')
  await user.clear(days)
  await user.type(days, '7')
  refuse('put', '/settings/sessions', 412, 'Another user has changed these settings.')
  const theirs = { ...group, values: { idle_days: 14, max_per_user: 25 } }
  reply('get', '/settings/sessions', theirs)
  await user.click(sessions.getByRole('button', { name: 'Save changes' }))
  await sessions.findByText(/Saved version: Days of inactivity until a session ends: 14; Sessions per user: 25/)
  expect(sessions.getByDisplayValue('7')).toBe(days) // what was typed stays
  const sent = reply('put', '/settings/sessions', { ...group, values: { idle_days: 7, max_per_user: 0 } })
  await user.click(sessions.getByRole('button', { name: 'Keep mine' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ body: { idle_days: 7, max_per_user: 0 }, tag: tagOf(theirs) })
})

test('what the operator has fixed is shown and cannot be changed', async () => {
  open('accounts', ['mode'])
  const registration = await form('Registration')
  for (const choice of registration.getAllByRole('radio')) expect(choice.hasAttribute('disabled')).toBe(true)
  registration.getByText('Fixed by the server operator: Who can create an account.')
})

test('a colour is previewed while it is typed, with the shades that take its place', async () => {
  const user = open('school')
  const color = await form('Colour')
  await color.findByText(/used for buttons on dark pages \(#31776e\) and links on dark pages \(#67aca2\)\./)
  const gold = { ...palette, light: { ...palette.light, fill: '#a48800', link: '#7c6700' } }
  const asked = reply('get', '/settings/appearance/palette', {
    ...gold,
    dark: { ...gold.dark, fill: '#ffd500', link: '#ffd500' },
  })
  const field = color.getByLabelText('Primary colour')
  await user.clear(field)
  await user.type(field, '#FFD500')
  await color.findByText(/used for buttons on light pages \(#a48800\) and links on light pages \(#7c6700\)\./)
  expect(asked).toHaveLength(1)
  const sent = reply('put', '/settings/appearance', { ...group, values: { primary_color: '#ffd500' } })
  const save = color.getByRole('button', { name: 'Save changes' })
  await user.click(save)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.body).toEqual({ primary_color: '#FFD500' })
  await expect.poll(() => save.hasAttribute('disabled')).toBe(true) // nothing is left to save
})

test('a logo is chosen, shown and removed', async () => {
  const user = open('school')
  const section = within(await screen.findByRole('region', { name: 'Logo' }))
  await section.findByText('No logo yet. Pages and emails show the name.')
  const logo = { small: '/s', large: '/l', width: 200, height: 80, plate_on_light: false, plate_on_dark: true }
  const sent = reply('put', '/settings/logo', { changed_at: null, logo })
  reply('get', '/settings/logo', { changed_at: null, logo })
  await user.upload(section.getByLabelText('Logo file'), new File(['{}'], 'logo.png', { type: 'image/png' }))
  await section.findByRole('img', { name: 'Lectern' })
  expect(sent).toHaveLength(1)
  refuse('delete', '/settings/logo', 412, 'Another user has changed these settings. Nothing was saved.')
  await user.click(section.getByRole('button', { name: 'Remove logo' }))
  expect((await section.findByRole('alert')).textContent).toContain('Another user has changed these settings.')
})
