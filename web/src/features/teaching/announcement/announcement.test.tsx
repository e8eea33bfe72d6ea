import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { write } from '@/testing/write'

import { AnnouncementPage } from './announcement-page'
import { AnnouncementsPage } from './announcements-page'
import type { Announcement } from './api'
import { NewAnnouncementPage } from './composer-page'
import { FiguresPage } from './figures-page'
import { priorityOf } from './labels'
import { ManagePage } from './manage-page'
import { UrgentPanel } from './urgent-panel'

const announcement: Announcement = {
  id: 'a1',
  title: 'Swarm season',
  content: '<p>Watch your hives.</p>',
  format: 'html',
  type: 'general',
  priority: 'urgent',
  status: 'published',
  publishDate: '2026-11-20T10:00:00Z',
  expiryDate: null,
  sticky: false,
  requiresAck: false,
  isRead: false,
  acknowledgedAt: null,
  editedAt: null,
  authorName: 'Ann Lee',
  createdAt: '2026-11-20T10:00:00Z',
  version: 1,
  canEdit: true,
  audiences: [{ audience: 'all', name: '', count: 0 }],
}

const unread = (count: number) => reply('get', '/announcements/unread-count', { unreadCount: count, count })
const nothing = () => {}

test('readers see what is unread, mark it as read, and confirm what asks for it', async () => {
  unread(2)
  reply('get', '/announcements', [announcement, { ...announcement, id: 'a2', title: 'Frost', requiresAck: true }])
  const read = reply('post', '/announcements/{id}/read', { ...announcement, isRead: true })
  const confirmed = reply('post', '/announcements/{id}/acknowledge', announcement)
  const user = renderScreen(<AnnouncementsPage search={{}} onSearch={nothing} />)
  const [first, second] = await screen.findAllByRole('listitem')
  if (!first || !second) throw new Error('both are listed')
  expect(first.textContent).toContain('Unread: Swarm season')
  expect(within(first).queryByRole('button', { name: 'Confirm that I have read this' })).toBeNull()
  await user.click(within(first).getByRole('button', { name: 'Mark as read' }))
  await expect.poll(() => read[0]?.path).toContain('/announcements/a1/read')
  await user.click(within(second).getByRole('button', { name: 'Confirm that I have read this' }))
  await expect.poll(() => confirmed[0]?.path).toContain('/announcements/a2/acknowledge')
})

test('an empty list says what will be there, and a failed one offers to retry', async () => {
  unread(0)
  reply('get', '/announcements', [])
  renderScreen(<AnnouncementsPage search={{}} onSearch={nothing} />)
  await screen.findByText('Announcements of your school and your courses appear here.')
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveProperty('disabled', true)
})

test('a failed list offers to retry', async () => {
  unread(0)
  refuse('get', '/announcements', 500, 'No luck.')
  renderScreen(<AnnouncementsPage search={{ unread: true }} onSearch={nothing} />)
  await screen.findByRole('button', { name: 'Try again' })
})

test('an unknown priority is shown like medium', () => {
  expect(priorityOf('cosmic')).toBe(priorityOf('medium'))
  expect(priorityOf('urgent')).not.toBe(priorityOf('medium'))
})

test('urgent announcements stand above the home page until they are read', async () => {
  renderScreen(
    <UrgentPanel
      recent={[
        announcement,
        { ...announcement, id: 'a2', title: 'Read already', isRead: true },
        { ...announcement, id: 'a3', title: 'Not urgent', priority: 'high' },
        { ...announcement, id: 'a4', title: 'To be confirmed', isRead: true, requiresAck: true },
      ]}
    />,
  )
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Swarm season', 'To be confirmed'])
})

const preview = {
  estimatedReach: 7,
  audienceBreakdown: [{ type: 'students', count: 6 }],
  specificStudentsCount: 1,
  sample: [{ id: 'u1', full_name: 'Maya O.', email: 'maya@lectern.test' }],
  unknownStudents: [],
  mails: 5,
}

test('the composer shows whom an audience reaches, and sends it', async () => {
  const targeted = reply('post', '/announcements/preview-targeting', preview)
  reply('get', '/courses/get', [])
  reply('get', '/batches', [])
  reply('get', '/announcements/students', [{ id: 'u1', full_name: 'Maya O.', email: 'maya@lectern.test' }])
  const sent = reply('post', '/announcements', announcement)
  let isDone = false
  const user = renderScreen(<NewAnnouncementPage everyone onDone={() => (isDone = true)} />)
  await screen.findByText('Choose an audience to see whom it reaches.')
  await user.type(screen.getByLabelText('Title'), 'Swarm season')
  await write('Content', '<p>Bees swarm in May.</p>')
  await user.click(screen.getByRole('checkbox', { name: 'Students' }))
  await screen.findByText('7 people')
  await user.type(screen.getByRole('searchbox', { name: 'Add a course, batch or student' }), 'may')
  await user.click(await screen.findByRole('button', { name: 'Add Maya O.' }))
  await expect.poll(() => targeted.at(-1)?.body).toEqual({ targetAudience: ['students'], specificStudents: ['u1'] })
  expect(screen.getByText('No emails will be sent.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Publish announcement' }))
  await expect
    .poll(() => sent[0]?.body)
    .toMatchObject({
      title: 'Swarm season',
      status: 'published',
      targetAudience: ['students'],
      specificStudents: ['u1'],
    })
  await expect.poll(() => isDone).toBe(true)
})

test('instructors are not offered everyone, and a refusal for want of content keeps what was typed', async () => {
  const sent = reply('post', '/announcements', announcement)
  const user = renderScreen(<NewAnnouncementPage everyone={false} onDone={nothing} />)
  await user.type(await screen.findByLabelText('Title'), 'Swarm season')
  expect(screen.queryByRole('checkbox', { name: 'Everyone' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText('Content is required')
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Swarm season')
  expect(sent).toHaveLength(0)
})

test('administrators change the status of many, and delete one', async () => {
  reply('get', '/announcements', [announcement])
  const changed = reply('put', '/announcements/bulk-status', [{ id: 'a1', outcome: 'changed', status: 'archived' }])
  const removed = reply('delete', '/announcements/{id}', {})
  const user = renderScreen(<ManagePage filters={{}} onFilters={nothing} canChangeMany />)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Swarm season' }))
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  await expect.poll(() => changed[0]?.body).toEqual({ ids: ['a1'], status: 'archived' })
  await user.click(screen.getByRole('button', { name: 'Delete “Swarm season”' }))
  await user.click(await screen.findByRole('button', { name: 'Delete announcement' }))
  await expect.poll(() => removed[0]?.path).toContain('/announcements/a1')
})

test('instructors filter, and change nothing of others', async () => {
  reply('get', '/announcements', [{ ...announcement, canEdit: false }])
  const chosen: object[] = []
  const user = renderScreen(
    <ManagePage filters={{ search: 'swarm' }} onFilters={(filters) => chosen.push(filters)} canChangeMany={false} />,
  )
  await screen.findByRole('link', { name: 'Swarm season' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete “Swarm season”' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('All statuses'), 'draft')
  expect(chosen).toEqual([{ search: 'swarm', status: 'draft' }])
})

test('its author reminds those who have not confirmed, and sees why they cannot', async () => {
  reply('get', '/announcements/{id}', { ...announcement, requiresAck: true, canEdit: true })
  const person = {
    id: 'u1',
    full_name: 'Maya O.',
    email: 'maya@lectern.test',
    seenAt: null,
    readAt: null,
    acknowledgedAt: null,
  }
  const summary = { totalTargeted: 5, totalRead: 4, totalUnread: 1, totalAcknowledged: 2, readPercentage: 80 }
  reply('get', '/announcements/{id}/read-status', { summary, readBy: [], unreadBy: [person] })
  refuse('post', '/announcements/{id}/remind', 409, 'You can remind once in 24 hours.')
  const user = renderScreen(<AnnouncementPage id="a1" />)
  const button = await screen.findByRole('button', { name: "Remind those who haven't confirmed (3)" })
  await user.click(button)
  await screen.findByText('You can remind once in 24 hours.')
  const sent = reply('post', '/announcements/{id}/remind', { count: 3, remindedAt: '2026-11-20T10:00:00Z' })
  await user.click(button)
  await expect.poll(() => sent[0]?.path).toContain('/announcements/a1/remind')
})

test('administrators see the reach of announcements, and those who have read and confirmed them by day', async () => {
  const row = { id: 'a1', title: 'Swarm season', publishDate: '2026-11-20T10:00:00Z', requiresAck: true, addressed: 20 }
  reply('get', '/announcements/analytics', {
    total: 1,
    byStatus: { published: 1 },
    byType: { general: 1 },
    byPriority: { urgent: 1 },
    averageReadRate: 75,
    recentActivity: [{ date: '2026-11-20', published: 1, read: 15, acknowledged: 5 }],
    newest: [{ ...row, read: 15, acknowledged: 5, readRate: 75 }],
    topPerforming: [],
  })
  renderScreen(<FiguresPage>{null}</FiguresPage>)
  await screen.findByRole('link', { name: 'Swarm season' })
  expect(screen.getByText('15 of 20')).toBeTruthy()
  expect(screen.getByText('5 of 20')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Read by day: 15 in 30 days' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Confirmed by day: 5 in 30 days' })).toBeTruthy()
})
