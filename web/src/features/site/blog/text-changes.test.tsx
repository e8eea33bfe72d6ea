import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'

import { TextChanges } from './text-changes'

const changes = [
  { block: 0, before: '<p>Bees</p>', after: '<p>Bees</p>', isChanged: false },
  { block: 1, before: '<p>dance</p>', after: '<p>waltz</p>', isChanged: true },
  { block: 2, before: '', after: '<p>twice</p>', isChanged: true },
]

test('only the changes that are chosen are made', async () => {
  const onUse = vi.fn()
  renderScreen(<TextChanges changes={changes} onCancel={() => {}} onUse={onUse} />)
  const make = screen.getByRole('button', { name: 'Make chosen changes' })
  expect((make as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Make change 1' }))
  await userEvent.click(make)
  expect(onUse).toHaveBeenLastCalledWith('<p>Bees</p><p>waltz</p>', { accepted: 12, refused: 12 })
  await userEvent.click(screen.getByRole('button', { name: 'Choose all' }))
  await userEvent.click(make)
  expect(onUse).toHaveBeenLastCalledWith('<p>Bees</p><p>waltz</p><p>twice</p>', { accepted: 24, refused: 0 })
})
