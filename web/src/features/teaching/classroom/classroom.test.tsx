import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { ClassroomsPage } from './classrooms-page'

const bakery = {
  id: 'r1',
  name: 'Bakery',
  capacity: 12,
  place: '2nd floor',
  active: true,
  sessions_ahead: 3,
  version: 4,
}
const attic = { id: 'r2', name: 'Attic', capacity: 4, place: '', active: false, sessions_ahead: 0, version: 1 }

test('administrators add, edit, archive and delete classrooms', async () => {
  reply('get', '/rooms', [bakery, attic])
  const user = renderScreen(<ClassroomsPage />)
  await screen.findByText('2nd floor')
  const added = reply('post', '/rooms', bakery)
  await user.click(screen.getByRole('button', { name: 'Add classroom' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Cellar')
  await user.click(dialog.getByRole('button', { name: 'Add classroom' }))
  await expect.poll(() => added[0]?.body).toEqual({ name: 'Cellar', capacity: 20, place: '' })
  const changed = reply('patch', '/rooms/{id}', bakery)
  await user.click(await screen.findByRole('button', { name: 'Edit Bakery' }))
  const edit = within(await screen.findByRole('dialog'))
  await user.clear(edit.getByLabelText('How to find it (optional)'))
  await user.click(edit.getByRole('button', { name: 'Edit classroom' }))
  await expect.poll(() => changed[0]?.body).toEqual({ name: 'Bakery', capacity: 12, place: '' })
  expect(changed[0]?.tag).toBe('"v4-"')
  await user.click(await screen.findByRole('button', { name: 'Restore Attic' }))
  await expect.poll(() => changed[1]?.body).toEqual({ active: true })
  const deleted = reply('delete', '/rooms/{id}', {})
  await user.click(await screen.findByRole('button', { name: 'Delete Attic' }))
  await user.click(await screen.findByRole('button', { name: 'Delete classroom' }))
  await expect.poll(() => deleted.length).toBe(1)
})

test('a classroom that a batch is in stays, and the batch is named', async () => {
  reply('get', '/rooms', [bakery])
  refuse(
    'patch',
    '/rooms/{id}',
    409,
    'Batches are in this classroom.',
    {},
    {
      batches: [{ batch_id: 'b1', batch_name: 'Evening group', sessions: 3 }],
    },
  )
  const user = renderScreen(<ClassroomsPage />)
  await user.click(await screen.findByRole('button', { name: 'Archive Bakery' }))
  const alert = within(await screen.findByRole('alert'))
  alert.getByRole('link', { name: 'Evening group' })
  alert.getByText(/3 sessions ahead/)
})

test('a school without classrooms says what they are for', async () => {
  reply('get', '/rooms', [])
  renderScreen(<ClassroomsPage />)
  await screen.findByText('No classrooms yet')
})
