import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { HolidaysPage } from './holidays-page'

const at = '/holidays/{calendar}'

function show(holidays = [{ date: '2090-12-25', name: 'Christmas' }]) {
  reply('get', '/holidays', [
    { calendar: 'school', holidays: 1, ahead: 1 },
    { calendar: 'de-by', holidays: 3, ahead: 2 },
  ])
  reply('get', at, { calendar: 'school', holidays })
  const chosen: string[] = []
  return { user: renderScreen(<HolidaysPage calendar="school" onCalendar={(name) => chosen.push(name)} />), chosen }
}

test('administrators add and remove holidays, and change the calendar', async () => {
  const { user, chosen } = show()
  const saved = reply('put', at, { calendar: 'school', holidays: [] })
  const form = within(await screen.findByRole('form', { name: 'Add holiday' }))
  await user.type(form.getByLabelText('Day'), '2090-12-25')
  await form.findByText('This day is a holiday already.')
  await user.clear(form.getByLabelText('Day'))
  await user.type(form.getByLabelText('Day'), '2090-12-26')
  await user.type(form.getByLabelText('Name'), 'Boxing Day')
  await user.click(form.getByRole('button', { name: 'Add holiday' }))
  await expect
    .poll(() => saved[0]?.body)
    .toEqual({
      holidays: [
        { date: '2090-12-25', name: 'Christmas' },
        { date: '2090-12-26', name: 'Boxing Day' },
      ],
    })
  await user.click(await screen.findByRole('button', { name: 'Remove 25 Dec 2090' }))
  await expect.poll(() => saved[1]?.body).toEqual({ holidays: [] })
  await user.selectOptions(screen.getByLabelText('Calendar'), 'de-by')
  await user.click(screen.getByRole('button', { name: 'New calendar' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'in-ka')
  await user.click(dialog.getByRole('button', { name: 'Open calendar' }))
  expect(chosen).toEqual(['de-by', 'in-ka'])
})

test('a calendar without holidays says so, and a refused change keeps what was typed', async () => {
  const { user } = show([{ date: '2020-12-25', name: 'Long ago' }])
  refuse('put', at, 412, 'Another administrator has changed these holidays.')
  await screen.findByText('No holidays ahead')
  await user.click(screen.getByRole('checkbox', { name: 'Show past holidays' }))
  await screen.findByText('Long ago')
  const form = within(screen.getByRole('form', { name: 'Add holiday' }))
  await user.type(form.getByLabelText('Day'), '2090-12-26')
  await user.type(form.getByLabelText('Name'), 'Boxing Day')
  await user.click(form.getByRole('button', { name: 'Add holiday' }))
  await screen.findByText('Another administrator has changed these holidays.')
  expect(form.getByLabelText('Name')).toHaveProperty('value', 'Boxing Day')
})

test('a calendar file says what it adds before it is added', async () => {
  const { user } = show()
  const found = {
    dryRun: true,
    added: [{ date: '2090-12-26', name: 'Boxing Day' }],
    known: 1,
    past: 2,
    timed: 0,
    repeating: 1,
    unread: 0,
  }
  const sent = reply('post', '/holidays/{calendar}/import', found)
  await user.click(await screen.findByRole('button', { name: 'Import holidays' }))
  const file = new File(['BEGIN:VCALENDAR'], 'holidays.ics', { type: 'text/calendar' })
  await user.upload(screen.getByLabelText('Calendar file'), file)
  await screen.findByText('1 holiday will be added:')
  await screen.findByText('1 day is a holiday already.')
  await user.click(screen.getByRole('button', { name: 'Add 1 holiday' }))
  await expect.poll(() => sent.length).toBe(2)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
