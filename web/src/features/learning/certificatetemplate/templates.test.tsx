import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { TemplateSummary } from './api'
import { TemplatesPage } from './templates-page'

const autumn: TemplateSummary = {
  id: 't1',
  name: 'Autumn',
  language: 'en',
  archived: false,
  courses: 2,
  version: 3,
  updated_at: '2026-11-20T10:00:00Z',
}

const full = { ...autumn, id: 't2', pictures: [], layout: { frame: 'none' as const, elements: [] } }

function open(all: TemplateSummary[]) {
  reply('get', '/certificate-templates', all)
  refuse('get', '/certificate-templates/{id}/preview.svg', 503, 'Too many files are being processed.')
  const onCreated = vi.fn()
  return { onCreated, user: renderScreen(<TemplatesPage onCreated={onCreated} />) }
}

test('a template is begun from the standard design or as a copy, and opened', async () => {
  const { user, onCreated } = open([autumn])
  await screen.findByText(/Used by 2 courses/)
  const begun = reply('post', '/certificate-templates', full)
  await user.click(screen.getByRole('button', { name: 'New template' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Winter')
  await user.selectOptions(dialog.getByLabelText('Language'), 'de')
  await user.click(dialog.getByRole('button', { name: 'Create template' }))
  await expect.poll(() => begun[0]?.body).toEqual({ name: 'Winter', language: 'de' })
  expect(onCreated).toHaveBeenCalledWith('t2')
})

test('a copy has the language of its original', async () => {
  const { user } = open([autumn])
  const begun = reply('post', '/certificate-templates', full)
  await user.click(await screen.findByRole('button', { name: 'Copy Autumn' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Copy template' }))
  await expect.poll(() => begun[0]?.body).toEqual({ name: 'Copy of Autumn', language: 'en', copy_of: 't1' })
})

test('templates are archived and deleted, and one in use stays', async () => {
  const { user } = open([autumn])
  const changed = reply('patch', '/certificate-templates/{id}', { ...full, archived: true })
  await user.click(await screen.findByRole('button', { name: 'Archive Autumn' }))
  await expect.poll(() => changed[0]?.body).toEqual({ archived: true })
  refuse(
    'delete',
    '/certificate-templates/{id}',
    409,
    'Courses use this template.',
    {},
    { courses: [{ course_id: 'c1', title: 'Bread' }] },
  )
  await user.click(screen.getByRole('button', { name: 'Delete Autumn' }))
  await user.click(await screen.findByRole('button', { name: 'Delete template' }))
  const alert = within(await screen.findByRole('alert'))
  alert.getByRole('link', { name: 'Bread' })
  const deleted = reply('delete', '/certificate-templates/{id}', {})
  await user.click(screen.getByRole('button', { name: 'Delete Autumn' }))
  await user.click(await screen.findByRole('button', { name: 'Delete template' }))
  await expect.poll(() => deleted.length).toBe(1)
})

test('a school without templates says what certificates look like', async () => {
  open([])
  await screen.findByText('No templates yet')
})
