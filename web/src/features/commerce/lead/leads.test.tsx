import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { LeadsPage } from './board-page'
import { ContactPage } from './contact-page'
import { LeadPage } from './lead-page'
import type { Lead, LeadDetail, LeadFilters } from './staff-api'

const lead: Lead = {
  id: 'l1',
  kind: 'enroll_form',
  status: 'new',
  course_id: 'c1',
  course_title: 'Bees',
  full_name: 'Ann Lee',
  email: 'ann@lectern.test',
  phone_number: '+919876543210',
  country_code: 'IN',
  company_name: '',
  people_count: 0,
  message: 'When does it begin?',
  details: {},
  origin: {},
  source: 'news',
  wants_offers: false,
  user_id: null,
  assigned_to: null,
  assignee_name: '',
  next_action: '',
  next_action_at: null,
  merged_into: null,
  contacted_at: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
}

const detail: LeadDetail = {
  ...lead,
  events: [
    {
      id: 'e1',
      action: 'received',
      user_id: null,
      user_name: '',
      before: '',
      after: '',
      after_name: '',
      note: '',
      created_at: lead.created_at,
    },
  ],
  parts: [],
  duplicates: [{ ...lead, id: 'l2', kind: 'brochure' }],
  has_account: false,
}

function Board() {
  const [filters, setFilters] = useState<LeadFilters>({})
  return <LeadsPage filters={filters} onFilters={setFilters} />
}

test('a lead is moved to another column by the keyboard', async () => {
  reply('get', '/users', [])
  reply('get', '/contacts', [lead])
  const user = renderScreen(<Board />)
  const column = await screen.findByRole('region', { name: 'New' })
  await within(column).findByRole('link', { name: 'Ann Lee' })
  within(column).getByText('Bees')
  const moved = reply('patch', '/contacts/{id}', { ...detail, status: 'contacted' })
  within(column).getByRole('button', { name: 'Move “Ann Lee”' }).focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Contacted' }))
  await expect.poll(() => moved.map(({ body }) => body)).toEqual([{ status: 'contacted' }])
})

test('a lead shows what was asked for, and takes notes', async () => {
  reply('get', '/users', [])
  reply('get', '/contacts/{id}', detail)
  const user = renderScreen(<LeadPage id="l1" onDeleted={() => undefined} />)
  await screen.findByText('When does it begin?')
  screen.getByText('Form received')
  screen.getByRole('button', { name: 'Merge “Brochure request” into this lead' })
  const notes = reply('post', '/contacts/{id}/notes', detail)
  await user.type(screen.getByLabelText('Note'), 'Called')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await expect.poll(() => notes.map(({ body }) => body)).toEqual([{ note: 'Called' }])
})

test('who looks like a robot enters a code from an email', async () => {
  reply('get', '/contacts/form', { form_id: 'f1' })
  refuse('post', '/contacts', 409, 'We sent a code', {}, undefined, 'email_code_required')
  const user = renderScreen(<ContactPage person={undefined} />)
  await user.type(await screen.findByLabelText(/Your name/), 'Ann')
  await user.type(screen.getByLabelText(/Email address/), 'ann@lectern.test')
  await user.type(screen.getByLabelText(/Message/), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await user.type(await screen.findByLabelText(/Code from our email/), '123456')
  const sent = reply('post', '/contacts', {})
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('Message sent. We will answer you by email.')
  expect(sent[0]?.body).toMatchObject({ form_id: 'f1', full_name: 'Ann', message: 'Hello', email_code: '123456' })
})
