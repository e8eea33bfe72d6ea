import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { Toasts } from '@/shared/toasts'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply, server } from '@/testing/server'

import Bell from './bell'
import { NotificationsPage } from './notifications-page'
import { PreferencesPage } from './preferences-page'
import { UnsubscribePage } from './unsubscribe-page'

const ready: Schema<'Notification'> = {
  id: 'n1',
  kind: 'video.ready',
  group: 'videos',
  title: 'Deadlines is ready',
  body: 'It can be watched in Go services.',
  link: '/learn/c1/v1',
  created_at: '2026-11-20T10:00:00Z',
  read_at: null,
}
const enrolled: Schema<'Notification'> = {
  ...ready,
  id: 'n2',
  kind: 'course.enrolled',
  group: 'courses',
  title: 'You are enrolled in Go services',
  read_at: '2026-11-20T11:00:00Z',
}

/** A stream that the test writes to. */
function stream() {
  let write: (text: string) => void = () => {}
  server.use(
    http.get(
      '*/api/v1/notifications/events',
      () =>
        new HttpResponse(
          new ReadableStream({
            start(controller) {
              write = (text) => controller.enqueue(new TextEncoder().encode(text))
            },
          }),
          { headers: { 'Content-Type': 'text/event-stream' } },
        ),
    ),
  )
  return (name: string, data: unknown) => write(`id: 1\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

test('the bell shows the number of unread notifications, and arrivals', async () => {
  reply('get', '/notifications/unread-count', { unread: 2 })
  const lists = reply('get', '/notifications', [ready])
  const send = stream()
  renderScreen(
    <>
      <Bell />
      <Toasts />
    </>,
  )
  await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  await waitFor(() => {
    send('count', { unread: 3 })
    send('notification', ready)
  })
  await screen.findByRole('button', { name: 'Notifications, 3 unread' })
  expect(within(screen.getByRole('status')).getAllByText('Deadlines is ready')).not.toHaveLength(0)
  expect(lists).toHaveLength(0) // until the user opens the list
})

test('following a notification marks it as read', async () => {
  reply('get', '/notifications/unread-count', { unread: 1 })
  reply('get', '/notifications', [ready, enrolled])
  stream()
  const user = renderScreen(<Bell />)
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const read = reply('post', '/notifications/{id}/read', { unread: 0 })
  await user.click(await screen.findByRole('button', { name: /Unread: Deadlines is ready/ }))
  await waitFor(() => expect(read.map(({ path }) => path)).toEqual(['/notifications/n1/read']))
  await screen.findByRole('button', { name: 'Notifications' })
})

test('marks all as read up to the newest one shown', async () => {
  reply('get', '/notifications/unread-count', { unread: 1 })
  reply('get', '/notifications', [ready, enrolled])
  stream()
  const user = renderScreen(<Bell />)
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const sent = reply('post', '/notifications/read-all', { unread: 0 })
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(sent.map(({ query }) => query)).toEqual(['?up_to=n1']))
})

const page = (filters = {}, onFilters = vi.fn()) => {
  reply('get', '/notifications/unread-count', { unread: 1 })
  const user = renderScreen(
    <NotificationsPage filters={filters} onFilters={onFilters} offered={['courses', 'videos']} />,
  )
  return { user, onFilters }
}

test('the list can be filtered, and removed ones disappear', async () => {
  const asked = reply('get', '/notifications', [ready, enrolled])
  const { user, onFilters } = page({ group: 'videos' })
  await screen.findByText('Deadlines is ready')
  expect(asked[0]?.query).toBe('?group=videos&limit=30')
  await user.click(screen.getByRole('checkbox', { name: 'Unread' }))
  expect(onFilters).toHaveBeenCalledWith({ group: 'videos', unread: true })
  await user.click(screen.getByRole('checkbox', { name: 'Videos' }))
  expect(onFilters).toHaveBeenLastCalledWith({})
  const removed = reply('delete', '/notifications/{id}', { unread: 0 })
  reply('get', '/notifications', [enrolled])
  await user.click(screen.getByRole('button', { name: 'Remove “Deadlines is ready”' }))
  await waitFor(() => expect(screen.queryByText('Deadlines is ready')).toBeNull())
  expect(removed.map(({ path }) => path)).toEqual(['/notifications/n1'])
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Notifications' }))
})

test('distinguishes an empty list from a filter without matches', async () => {
  reply('get', '/notifications', [])
  page()
  await screen.findByText('No notifications yet')
})

test('a filter without matches can be cleared', async () => {
  reply('get', '/notifications', [])
  const { user, onFilters } = page({ unread: true })
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(onFilters).toHaveBeenCalledWith({})
})

test('a list that fails to load says so and can be retried', async () => {
  refuse('get', '/notifications', 503, 'The service is busy for a moment.')
  const { user } = page()
  await screen.findByText('The service is busy for a moment.')
  reply('get', '/notifications', [ready])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Deadlines is ready')
})

const preferences: Schema<'NotificationPreferences'> = {
  kinds: [
    {
      kind: 'security.password_changed',
      group: 'security',
      title: 'Your password was changed',
      description: '',
      in_app: true,
      mail: true,
      mail_fixed: true,
    },
    {
      kind: 'video.failed',
      group: 'videos',
      title: 'Videos have failed',
      description: 'A video could not be processed.',
      in_app: true,
      mail: true,
      mail_fixed: false,
    },
  ],
  digest: { frequency: 'at_once', hour: 8, weekday: 1, time_zone: 'Europe/Berlin' },
}

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('a choice is saved at once, and security notifications cannot be switched off', async () => {
  reply('get', '/notifications/preferences', preferences)
  const user = renderScreen(<PreferencesPage />)
  expect((await box('Password changed: by email')).disabled).toBe(true)
  const [safety, failed] = preferences.kinds
  if (!safety || !failed) throw new Error('two kinds')
  const sent = reply('put', '/notifications/preferences', {
    ...preferences,
    kinds: [safety, { ...failed, mail: false }],
  })
  await user.click(await box('Videos failed: by email'))
  await screen.findByText('Saved')
  expect(sent[0]?.body).toEqual({ kinds: [{ kind: 'video.failed', in_app: true, mail: false }] })
  expect((await box('Videos failed: by email')).checked).toBe(false)
})

test('a checkbox changes immediately', async () => {
  reply('get', '/notifications/preferences', preferences)
  renderScreen(<PreferencesPage />)
  reply('put', '/notifications/preferences', preferences)
  const mail = await box('Videos failed: by email')
  fireEvent.click(mail)
  expect(mail.checked).toBe(false)
  await screen.findByText('Saved')
  expect(mail.checked).toBe(true) // the server has not saved it
})

test('a choice that could not be saved shows an error, and is reset', async () => {
  reply('get', '/notifications/preferences', preferences)
  const user = renderScreen(<PreferencesPage />)
  refuse('put', '/notifications/preferences', 503, 'The service is busy for a moment.')
  await user.click(await box('Videos failed: in the app'))
  await screen.findByText('The service is busy for a moment.')
  expect((await box('Videos failed: in the app')).checked).toBe(true)
})

test('the user chooses the hour of a digest', async () => {
  reply('get', '/notifications/preferences', preferences)
  const user = renderScreen(<PreferencesPage />)
  const digest = { ...preferences.digest, frequency: 'weekly' as const, next_at: '2026-11-23T07:00:00Z' }
  const sent = reply('put', '/notifications/preferences', { ...preferences, digest })
  await user.click(await screen.findByRole('radio', { name: 'Weekly' }))
  await screen.findByText(/Next email: Mon, 23 Nov 2026/)
  await user.selectOptions(screen.getByLabelText('Day'), 'Friday')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ body }) => body)).toEqual([
    { kinds: [], digest: { frequency: 'weekly', hour: 8, weekday: 1, time_zone: 'Europe/Berlin' } },
    { kinds: [], digest: { frequency: 'weekly', hour: 8, weekday: 5, time_zone: 'Europe/Berlin' } },
  ])
})

test('one click unsubscribes, opening the page does not', async () => {
  const about = { kind: 'video.failed', title: 'Videos have failed', subscribed: true }
  reply('get', '/notifications/subscription', about)
  const user = renderScreen(<UnsubscribePage token="t.m" />)
  const sent = reply('post', '/notifications/unsubscribe', { ...about, subscribed: false })
  await screen.findByText('You receive emails about “Videos failed”.')
  expect(sent).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  await screen.findByText('You no longer receive emails about “Videos failed”.')
  expect(sent[0]?.query).toBe('?token=t.m')
  const back = reply('post', '/notifications/resubscribe', about)
  await user.click(screen.getByRole('button', { name: 'Subscribe again' }))
  await screen.findByRole('button', { name: 'Unsubscribe' })
  expect(back).toHaveLength(1)
})

test('an incomplete link differs from an error', async () => {
  refuse('get', '/notifications/subscription', 403, 'This link is not valid.')
  renderScreen(<UnsubscribePage token="x" />)
  await screen.findByText(/This link is incomplete/)
})

beforeEach(() => hang('get', '/notifications/events'))
