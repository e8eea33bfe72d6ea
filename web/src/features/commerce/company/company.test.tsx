import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { Company, CompanyPerson } from './api'
import { CompaniesPage } from './companies-page'
import { addressesIn } from './invite-dialog'
import { JoinCompanyPage } from './join-page'
import { PortalPage } from './portal-page'

const bees: Company = {
  id: 'c1',
  name: 'Bees Ltd.',
  country: 'DE',
  tax_id: '',
  address: '',
  status: 'active',
  own_role: 'manager',
  people: 2,
  invitations: 1,
  created_at: '2026-11-20T10:00:00Z',
}

const ann: CompanyPerson = {
  user_id: 'u1',
  full_name: 'Ann Lee',
  email: 'ann@bees.test',
  role: 'member',
  department: 'Hives',
  state: 'active',
  joined_at: '2026-11-20T10:00:00Z',
  left_at: null,
}

test('administrators add a company with its manager', async () => {
  reply('get', '/corporate', [bees])
  const user = renderScreen(<CompaniesPage />)
  await screen.findByRole('row', { name: /Bees Ltd\./ })
  const added = reply('post', '/corporate', bees)
  await user.click(screen.getByRole('button', { name: 'Add company' }))
  const form = within(await screen.findByRole('form', { name: 'Add company' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Wasps')
  await user.type(form.getByLabelText('Email of its manager'), 'wasp@wasps.test')
  await user.click(form.getByRole('button', { name: 'Add company' }))
  await expect.poll(() => added[0]?.body).toMatchObject({ name: 'Wasps', manager_email: 'wasp@wasps.test' })
})

test('a manager invites people, is shown addresses that are none, and removes one', async () => {
  reply('get', '/corporate/{id}', bees)
  reply('get', '/corporate/mine', [
    {
      company_id: 'c1',
      name: 'Bees Ltd.',
      status: 'active',
      role: 'manager',
      department: '',
      joined_at: bees.created_at,
    },
  ])
  reply('get', '/corporate/{id}/people', [ann])
  reply('get', '/corporate/{id}/invitations', [])
  const user = renderScreen(<PortalPage tab="people" onShow={vi.fn()} />)
  const row = within(await screen.findByRole('row', { name: /Ann Lee/ }))
  row.getByText('Hives')

  await user.click(screen.getByRole('button', { name: 'Invite people' }))
  const form = within(await screen.findByRole('form', { name: 'Invite people' }))
  await user.type(form.getByRole('textbox', { name: 'Email addresses' }), 'ben@bees.test, ben@')
  refuse('post', '/corporate/{id}/invitations', 400, 'Please check.', {
    'emails.1': 'This is not a valid email address',
  })
  await user.click(form.getByRole('button', { name: 'Send invitations' }))
  await form.findByText('Not an email address: ben@')
  const sent = reply('post', '/corporate/{id}/invitations', { invited: 2, existing: 0 })
  await user.type(form.getByRole('textbox', { name: 'Email addresses' }), 'wasps.test')
  await user.click(form.getByRole('button', { name: 'Send invitations' }))
  await expect.poll(() => sent[0]?.body).toMatchObject({ emails: ['ben@bees.test', 'ben@wasps.test'], role: 'member' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const removed = reply('delete', '/corporate/{id}/people/{userId}', {})
  await user.click(row.getByRole('button', { name: 'Remove Ann Lee' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await expect.poll(() => removed[0]?.path).toBe('/corporate/c1/people/u1')
})

test('seats are assigned, and chosen with the keyboard to be released', async () => {
  reply('get', '/corporate/{id}', bees)
  reply('get', '/corporate/mine', [])
  reply('get', '/corporate/{id}/pools', [
    {
      id: 'p1',
      course_ids: ['k1'],
      courses: [{ id: 'k1', title: 'Beekeeping' }],
      total: 5,
      taken: 2,
      starts_at: bees.created_at,
      ends_at: null,
      swap_days: 7,
      swaps_left: 1,
      note: '',
      created_at: bees.created_at,
    },
  ])
  const seat = {
    pool_id: 'p1',
    course_id: 'k1',
    course_title: 'Beekeeping',
    offered_at: bees.created_at,
    expires_at: '2026-12-04T10:00:00Z',
    ended_at: null,
    completed_at: null,
    last_active_at: null,
  }
  reply('get', '/corporate/{id}/seats', [
    {
      ...seat,
      id: 's1',
      email: 'ann@bees.test',
      user_id: 'u1',
      state: 'active',
      taken_at: bees.created_at,
      full_name: 'Ann Lee',
      percent: 10,
    },
    {
      ...seat,
      id: 's2',
      email: 'ben@bees.test',
      user_id: null,
      state: 'offered',
      taken_at: null,
      full_name: '',
      percent: null,
    },
  ])
  const user = renderScreen(<PortalPage companyId="c1" tab="seats" onShow={vi.fn()} />)
  const grid = within(await screen.findByRole('table', { name: 'Seats of people' }))
  grid.getByRole('row', { name: /Ann Lee 10%/ })
  await user.click(grid.getByRole('button', { name: '10%', pressed: false }))
  await user.keyboard('{ArrowDown} ')
  const released = reply('delete', '/corporate/{id}/pools/{poolId}/seats/{seatId}', {})
  await user.click(screen.getByRole('button', { name: 'Release 2 seats' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release' }))
  await expect
    .poll(() => released.map(({ path }) => path))
    .toEqual(['/corporate/c1/pools/p1/seats/s1', '/corporate/c1/pools/p1/seats/s2'])

  await user.click(screen.getByRole('button', { name: 'Assign seats' }))
  const form = within(await screen.findByRole('form', { name: 'Assign seats' }))
  await user.type(form.getByRole('textbox', { name: 'Email addresses' }), 'cleo@bees.test')
  const given = reply('post', '/corporate/{id}/pools/{poolId}/seats', { seated: 0, offered: 1, already_seated: 0 })
  await user.click(form.getByRole('button', { name: 'Assign seats' }))
  await expect.poll(() => given[0]?.body).toEqual({ course_id: 'k1', emails: ['cleo@bees.test'] })
})

test('a manager reads the reports and saves one as a file', async () => {
  reply('get', '/corporate/{id}', bees)
  reply('get', '/corporate/mine', [])
  const row = { user_id: 'u1', full_name: 'Ann Lee', email: 'ann@bees.test', department: 'Hives', course_id: 'k1' }
  reply('get', '/corporate/{id}/reports/progress', [
    {
      ...row,
      seat_id: 's1',
      course_title: 'Beekeeping',
      taken_at: bees.created_at,
      ended_at: null,
      percent: 40,
      last_active_at: bees.created_at,
      completed_at: null,
    },
    {
      ...row,
      seat_id: 's2',
      course_title: 'Honey',
      taken_at: bees.created_at,
      ended_at: bees.created_at,
      percent: null,
      last_active_at: null,
      completed_at: null,
    },
  ])
  const shown = vi.fn()
  const user = renderScreen(<PortalPage companyId="c1" tab="reports" onShow={shown} />)
  await screen.findByRole('row', { name: /Ann Lee .* Beekeeping 40%/ })
  screen.getByRole('row', { name: /Honey Seat ended/ })
  await user.click(screen.getByRole('radio', { name: 'Certificates' }))
  expect(shown).toHaveBeenCalledWith({ company: 'c1', tab: 'reports', report: 'certificates' })
  refuse('get', '/corporate/{id}/reports/progress/export', 503, 'Too many files are being exported.')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await screen.findByText('Too many files are being exported.')
})

test('certificates of seats lead to the page on which they are checked', async () => {
  reply('get', '/corporate/{id}', bees)
  reply('get', '/corporate/mine', [])
  reply('get', '/corporate/{id}/reports/certificates', [
    {
      id: 'z1',
      code: '7Q2M-9XKD-4TWB-H',
      address: 'https://school.test/verify/7Q2M9XKD4TWBH',
      user_id: 'u1',
      full_name: 'Ann Lee',
      email: 'ann@bees.test',
      department: 'Hives',
      course_id: 'k1',
      course_title: 'Beekeeping',
      status: 'expired',
      issued_at: bees.created_at,
      expires_at: '2026-11-21T10:00:00Z',
    },
  ])
  renderScreen(<PortalPage companyId="c1" tab="reports" report="certificates" onShow={vi.fn()} />)
  const row = within(await screen.findByRole('row', { name: /Ann Lee .* Expired/ }))
  expect(row.getByRole('link', { name: '7Q2M-9XKD-4TWB-H' }).getAttribute('href')).toBe('/verify/7Q2M-9XKD-4TWB-H')
})

test('the use of seats is shown as pictures and by pool', async () => {
  reply('get', '/corporate/{id}', bees)
  reply('get', '/corporate/mine', [])
  const pool = {
    course_ids: [],
    courses: [],
    note: '',
    starts_at: bees.created_at,
    ends_at: null,
    offered: 1,
    not_started: 1,
    in_progress: 1,
    completed: 0,
    ended: 0,
    active_people: 1,
  }
  reply('get', '/corporate/{id}/reports/usage', [
    { ...pool, pool_id: 'p1', total: 5, taken: 2, free: 2 },
    { ...pool, pool_id: 'p2', total: 4, taken: 2, free: 1 },
  ])
  renderScreen(<PortalPage companyId="c1" tab="reports" report="usage" onShow={vi.fn()} />)
  const seats = within(await screen.findByRole('region', { name: 'Seats' }))
  expect(seats.getByText('Assigned').nextSibling?.textContent).toBe('4')
  expect(seats.getByText('Available').nextSibling?.textContent).toBe('3')
  expect(screen.getAllByRole('row', { name: /All courses/ })).toHaveLength(2)
})

test('those who look after the bills see only what was spent', async () => {
  reply('get', '/corporate/{id}', { ...bees, own_role: 'billing' })
  reply('get', '/corporate/mine', [])
  const euros = { currency: 'EUR', minor_digits: 2, orders: 2, ordered: 25000, open: 5000, paid: 20000, refunded: 0 }
  reply('get', '/corporate/{id}/reports/spend', [{ ...euros, spent: 20000 }])
  renderScreen(<PortalPage companyId="c1" tab="reports" report="progress" onShow={vi.fn()} />)
  await screen.findByRole('row', { name: /EUR 2 orders €250\.00 €50\.00 €200\.00/ })
  expect(screen.queryByRole('radio', { name: 'Certificates' })).toBeNull()
})

test('an invitation says what the company sees before it is accepted', async () => {
  reply('get', '/corporate/invitations/{token}', {
    company_name: 'Bees Ltd.',
    email: 'ann@bees.test',
    role: 'member',
    expires_at: '2026-12-04T10:00:00Z',
  })
  const accepted = reply('post', '/corporate/invitations/{token}/accept', {
    company_id: 'c1',
    name: 'Bees Ltd.',
    status: 'active',
    role: 'member',
    department: '',
    joined_at: bees.created_at,
  })
  const done = vi.fn()
  const user = renderScreen(<JoinCompanyPage token="t" signedInAs="ann@bees.test" onAccepted={done} />)
  await screen.findByRole('heading', { name: 'Bees Ltd. invites you' })
  screen.getByText("It doesn't see your answers, submissions, notes or comments, nor your other courses.")
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }))
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(accepted).toHaveLength(1)
})

test('addresses may be separated in any way', () => {
  expect(addressesIn(' a@b.test;c@d.test,\n e@f.test\t')).toEqual(['a@b.test', 'c@d.test', 'e@f.test'])
})

test('a company orders seats by invoice at the price that it was shown', async () => {
  reply('get', '/corporate/{id}', bees)
  reply('get', '/corporate/mine', [])
  reply('get', '/corporate/{id}/pools', [])
  reply('get', '/currencies', [
    { code: 'USD', is_default: true, minor_digits: 2 },
    { code: 'EUR', is_default: false, minor_digits: 2 },
  ])
  reply('get', '/courses/get', [{ ...course, id: 'k1', title: 'Beekeeping', fee_currency: 'EUR' }])
  const quoted = reply('post', '/corporate/{id}/orders/quote', {
    currency: 'EUR',
    minor_digits: 2,
    prices_include_tax: false,
    lines: [
      {
        position: 1,
        kind: 'seats',
        quantity: 5,
        course_id: 'k1',
        title: 'Beekeeping',
        plan: 'batch',
        list: 50000,
        early_bird: 0,
        coupon: 0,
        charged: 50000,
        gift: false,
        due_id: null,
      },
    ],
    taxes: [{ name: 'VAT', rate_ppm: 190000, base: 50000, amount: 9500 }],
    net: 50000,
    tax: 9500,
    rounding: 0,
    total: 59500,
    expires_at: '2026-12-04T10:00:00Z',
    instalments: 0,
    dues: [],
    digest: 'seen',
  })
  const shown = vi.fn()
  const user = renderScreen(<PortalPage companyId="c1" tab="seats" onShow={shown} />)
  await user.click(await screen.findByRole('button', { name: 'Buy seats' }))
  const form = within(await screen.findByRole('form', { name: 'Buy seats' }))
  expect(form.getByRole('button', { name: 'Order by invoice' })).toHaveProperty('disabled', true)
  await user.click(form.getByRole('combobox', { name: 'Course' }))
  await user.click(await screen.findByRole('option', { name: 'Beekeeping' }))
  await form.findByText('5 × Beekeeping')
  form.getByText('€595.00')
  expect(quoted[0]?.body).toEqual({ currency: 'EUR', lines: [{ course_id: 'k1', quantity: 5 }] })
  await user.type(form.getByRole('textbox', { name: 'PO number' }), 'PO 4711')
  refuse('post', '/corporate/{id}/orders', 409, 'The price has changed. Check it, then order again.')
  await user.click(form.getByRole('button', { name: 'Order by invoice' }))
  await form.findByText('The price has changed. Check it, then order again.')
  expect(shown).not.toHaveBeenCalled()
})
