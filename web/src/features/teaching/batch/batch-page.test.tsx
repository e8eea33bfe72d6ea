import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Toasts } from '@/shared/toasts'
import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'

import type { Batch } from './api'
import { BatchPage } from './batch-page'
import { batch, session } from './fixtures'
import type { Warning } from './schedule-warnings'

const ann = {
  id: 'u1',
  full_name: 'Ann Example',
  email: 'ann@example.com',
  status: 'active',
  enrollment_date: '2031-02-01T10:00:00Z',
  left_at: null,
  notes: '',
  transferred_to: '',
  progress: { lessons_completed: 0, total_lessons: 4, percentage: 0 },
  attendance_rate: 75,
} as const

const everything = { edit: true, join: false, wait: false, leave: false }

function open(changed: Partial<Batch>) {
  const shown = { ...batch, ...changed }
  const asked = reply('get', '/batches/{id}', shown)
  const members = reply('get', '/batches/{id}/students', [])
  const onCopied = vi.fn()
  const user = renderScreen(
    <>
      <BatchPage batchId="b1" room="A room in Lectern" attendance="" onDeleted={vi.fn()} onCopied={onCopied} />
      <Toasts />
    </>,
  )
  return { user, asked, members, onCopied }
}

test('a visitor sees the sessions with the time zone, and cannot change them', async () => {
  open({})
  const list = await screen.findByRole('list', { name: 'Sessions' })
  expect(list.textContent).toContain('18:00–19:30')
  expect(screen.queryByRole('button', { name: 'Edit batch' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Members' })).toBeNull()
})

test('a learner of the course takes a free seat', async () => {
  const { user, asked } = open({ can: { ...batch.can, join: true } })
  const sent = reply('post', '/batches/{id}/join', {
    batch_id: 'b1',
    status: 'active',
    joined_at: '2026-11-20T10:00:00Z',
    left_at: null,
  })
  await user.click(await screen.findByRole('button', { name: 'Join batch' }))
  await expect.poll(() => sent.length).toBe(1)
  await expect.poll(() => asked.length).toBeGreaterThan(1)
})

test('a learner accepts the seat that is offered', async () => {
  const offer = { id: 'w1', place: 1, status: 'offered', offer_until: '2031-03-01T10:00:00Z' } as const
  const { user } = open({ waiting: offer })
  const sent = reply('post', '/waiting/{id}/accept', {
    ...offer,
    status: 'accepted',
    batch_id: 'b1',
    batch_name: 'Evening group',
    course_id: 'c1',
  })
  expect(await screen.findByText(/A seat is reserved for you until/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Accept seat' }))
  await expect.poll(() => sent.length).toBe(1)
})

test('an instructor moves a session over the version that they have seen, and learns what is in the way', async () => {
  const { user } = open({ can: everything })
  reply('get', '/batches/{id}/schedule/{sessionId}', session)
  refuse(
    'put',
    '/batches/{id}/schedule/{sessionId}',
    409,
    "The instructor isn't free at these times.",
    {},
    {
      conflicts: [
        {
          severity: 'blocking',
          date: '2031-03-04',
          start_time: '18:00',
          end_time: '19:30',
          instructor_id: 'u1',
          kind: 'session',
          label: 'Morning group',
          starts_at: '2031-03-04T17:00:00Z',
          ends_at: '2031-03-04T18:30:00Z',
          room_id: '',
          room_name: '',
          rooms: [],
          alternatives: [],
        },
      ],
    },
  )
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move or edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move or edit session' })
  await user.clear(within(dialog).getByLabelText('Date'))
  await user.type(within(dialog).getByLabelText('Date'), '2031-03-04')
  await user.selectOptions(within(dialog).getByLabelText('Applies to'), 'following')
  await user.click(within(dialog).getByRole('checkbox', { name: 'Send emails about this change' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/^Morning group:/)).toBeTruthy()

  const sent = reply('put', '/batches/{id}/schedule/{sessionId}', { session, entries: [session], conflicts: [] })
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  const saved = () => sent.find(({ query }) => !query.includes('dry_run'))
  await expect.poll(() => saved()?.body).toMatchObject({ date: '2031-03-04', scope: 'following' })
  expect(saved()?.tag).toBe(tagOf(session))
  expect(saved()?.query).toBe('?notify=false')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('before a session is moved or added, its form says what speaks against that, and it can be saved all the same', async () => {
  const { user } = open({ can: everything })
  const warning: Warning = {
    severity: 'warning',
    kind: 'outside_hours',
    date: '2031-03-04',
    start_time: '18:00',
    end_time: '19:30',
    instructor_id: 'u1',
    instructor_name: 'Ines Sol',
    label: '',
    position: '',
    learner_count: 0,
    learners: [],
  }
  reply('get', '/batches/{id}/schedule/{sessionId}', session)
  const moved = { session, entries: [session], conflicts: [], warnings: [warning] }
  const sent = reply('put', '/batches/{id}/schedule/{sessionId}', moved)
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move or edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move or edit session' }))
  expect(sent).toEqual([])
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2031-03-04' } })
  await dialog.findByText("Outside Ines Sol's working hours")
  expect(sent.map(({ query }) => query)).toEqual(['?dry_run=true'])
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()

  const added = reply('post', '/batches/{id}/schedule', {
    entries: [],
    left_out: [],
    conflicts: [],
    warnings: [warning],
  })
  await user.click(screen.getByRole('button', { name: 'Add session' }))
  const adding = within(await screen.findByRole('dialog', { name: 'Add session' }))
  fireEvent.change(adding.getByLabelText('Date'), { target: { value: '2031-03-04' } })
  await adding.findByText("Outside Ines Sol's working hours")
  expect(added.map(({ query }) => query)).toEqual(['?dry_run=true'])
})

test('an instructor undoes a cancellation, by which each session has again what it had, or learns why that is impossible', async () => {
  const { user, asked } = open({ can: everything })
  const changed = { session, entries: [session, session], conflicts: [] }
  reply('delete', '/batches/{id}/schedule/{sessionId}', { ...changed, change_id: 'h1' })
  const cancel = async () => {
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel session' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this session?' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Send emails about this change' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel session' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
  }
  refuse('post', '/batches/{id}/schedule/changes/{changeId}/undo', 409, 'This change was undone already.', {})
  await cancel()
  expect(await screen.findByText("The change can't be undone: This change was undone already.")).toBeTruthy()

  const sent = reply('post', '/batches/{id}/schedule/changes/{changeId}/undo', changed)
  await cancel()
  expect(await screen.findByText('Change undone.')).toBeTruthy()
  expect(sent[0]?.query).toBe('?notify=false')
  await expect.poll(() => asked.length).toBeGreaterThan(2)
})

test('an instructor hands a session to a substitute, whom the list then names', async () => {
  const ann2 = { id: 'u2', full_name: 'Ann Example' }
  const { user } = open({ can: everything })
  reply('get', '/batches/{id}/schedule/{sessionId}', session)
  reply('get', '/courses/{id}', { ...detail, instructors: [{ id: 'u1', full_name: 'Ines Sol' }, ann2] })
  const sent = reply('put', '/batches/{id}/schedule/{sessionId}', { session, entries: [session], conflicts: [] })
  expect(within(await screen.findByRole('list', { name: 'Sessions' })).queryByText(/^Substitute/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change instructor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change instructor' }))
  await dialog.findByRole('option', { name: 'Ann Example' })
  expect(dialog.getAllByRole('option', { name: /Ines Sol/ }).length).toBe(1)
  await user.selectOptions(dialog.getByLabelText('Instructor'), 'u2')
  reply('get', '/batches/{id}', {
    ...batch,
    can: everything,
    substitutes: [ann2],
    schedule: [{ ...session, instructor_id: 'u2' }],
  })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => sent[0]?.body).toMatchObject({ instructor_id: 'u2', scope: 'one' })
  expect(sent[0]?.tag).toBe(tagOf(session))
  expect(await screen.findByText('Substitute: Ann Example')).toBeTruthy()
})

test('an instructor chooses who becomes a member', async () => {
  const { user } = open({ can: everything })
  reply('get', '/student-analytics/courses/{id}/students', [])
  expect(await screen.findByRole('heading', { name: 'Members' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add members' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add members' })
  expect(within(dialog).getByRole('button', { name: 'Add members' })).toHaveProperty('disabled', true)
})

test('an instructor transfers a member, and learns before what is in the way', async () => {
  const { user } = open({ can: everything })
  reply('get', '/batches/{id}/students', [ann])
  const full = { ...batch, id: 'b3', batch_name: 'Full group', available_spots: 0 }
  reply('get', '/batches/course/{id}', [batch, { ...batch, id: 'b2', batch_name: 'Morning group' }, full])
  const done = {
    batch_id: 'b2',
    batch_name: 'Morning group',
    member: ann,
    warnings: ['overlap' as const],
    dry_run: true,
  }
  const sent = reply('post', '/batches/{id}/students/{studentId}/transfer', done)
  await user.click(await screen.findByRole('button', { name: 'Actions for Ann Example' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Transfer to another batch' }))
  const dialog = await screen.findByRole('dialog', { name: 'Transfer Ann Example' })
  expect(await within(dialog).findByRole('radio', { name: 'Full group' })).toHaveProperty('disabled', true)
  expect(within(dialog).queryByRole('radio', { name: batch.batch_name })).toBeNull()
  expect(within(dialog).getByRole('button', { name: 'Transfer' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('radio', { name: 'Morning group' }))
  expect(await within(dialog).findByText(/has a session of another batch at the same time/)).toBeTruthy()
  expect(sent[0]?.query).toBe('?dry_run=true')
  reply('get', '/batches/{id}/students', [])
  await user.click(within(dialog).getByRole('button', { name: 'Transfer' }))
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.query).not.toBe('?dry_run=true')
  expect(sent[1]?.body).toEqual({ to_batch_id: 'b2' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => screen.queryByRole('button', { name: 'Actions for Ann Example' })).toBeNull()
})

test('members see each other by name where the batch shows them', async () => {
  reply('get', '/batches/{id}/roster', [{ full_name: 'Ann Example' }, { full_name: 'Ann Example' }])
  open({ member_status: 'active', roster_visible: true })
  const roster = await screen.findByRole('region', { name: 'Members' })
  expect(await within(roster).findAllByText('Ann Example')).toHaveLength(2)
})

test('an instructor cancels a batch without emails', async () => {
  const { user } = open({ can: everything })
  const sent = reply('put', '/batches/{id}/status', { ...batch, status: 'Cancelled' })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel batch' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Too few')
  await user.click(dialog.getByRole('checkbox', { name: 'Send emails about this change' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel batch' }))
  await expect
    .poll(() => sent.map(({ query, body }) => [query, body]))
    .toEqual([['?notify=false', { status: 'Cancelled', reason: 'Too few' }]])
})

test('a cancelled batch says why', async () => {
  open({ status: 'Cancelled', reason: 'Too few learners' })
  expect(await screen.findByText('Too few learners')).toBeTruthy()
})

test('an instructor copies a batch, and sees before when it takes place and what is in the way', async () => {
  const { user, onCopied } = open({ can: everything })
  const sent = reply('post', '/batches/{id}/clone', {
    ...batch,
    id: 'b2',
    batch_name: 'Spring group',
    start_date: '2032-03-01',
    end_date: '2032-04-28',
    conflicts: [
      {
        severity: 'blocking',
        date: '2032-03-08',
        start_time: '18:00',
        end_time: '19:30',
        instructor_id: 'u1',
        kind: 'session',
        label: 'Morning group',
        starts_at: '2032-03-08T17:00:00Z',
        ends_at: '2032-03-08T18:00:00Z',
        room_id: '',
        room_name: '',
        rooms: [],
        alternatives: [],
      },
    ],
    left_out: [{ date: '2032-03-29', reason: 'holiday', name: 'Easter Monday' }],
    dropped_rooms: [{ room_id: 'r1', room_name: 'Attic', reason: 'archived', sessions: 2 }],
  })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy batch' }))
  const dialog = within(await screen.findByRole('dialog'))
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Copy batch' })
  expect(save.disabled).toBe(true)
  expect(sent).toEqual([])
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Spring group')
  await user.type(dialog.getByLabelText('First day'), '2032-02-27')
  expect(await dialog.findByText(/Morning group: /)).toBeTruthy()
  expect(dialog.getByText(/No session on holidays/)).toBeTruthy()
  expect(dialog.getByText('Attic is archived. 2 sessions are in no classroom.')).toBeTruthy()
  expect(sent.map(({ query, body }) => [query, body])).toEqual([
    ['?dry_run=true', { start_date: '2032-02-27', on_conflict: 'unassigned' }],
  ])
  await user.click(dialog.getByRole('radio', { name: 'Copy without an instructor' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Copy the members too' }))
  await user.click(save)
  await expect.poll(() => onCopied.mock.calls).toEqual([['b2']])
  expect(sent.at(-1)?.body).toEqual({
    batch_name: 'Spring group',
    start_date: '2032-02-27',
    copy_students: true,
    on_conflict: 'unassigned',
  })
})

test('a first day that is past is named at its field, and nothing can be copied', async () => {
  const { user } = open({ can: everything })
  refuse('post', '/batches/{id}/clone', 400, 'Please check your input', {
    start_date: 'Start date must be in the future',
  })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy batch' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('First day'), '2020-01-06')
  expect(await dialog.findByText('Start date must be in the future')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Copy batch' }).disabled).toBe(true)
})

test('a group is converted to individual batches once it is known what becomes of each member', async () => {
  const { user } = open({ can: everything, enrolled_students: 2 })
  reply('get', '/batches/{id}/students', [ann, { ...ann, id: 'u8', full_name: 'Bo Lind' }])
  const colleague = { id: 'u2', full_name: 'Ida Berg' }
  reply('get', '/courses/{id}', { ...detail, instructors: [{ id: 'u1', full_name: 'Ines Sol' }, colleague] })
  const failed = { student_id: 'u8', code: 'schedule_conflict', message: "The instructor isn't free.", conflicts: [] }
  const taken = { room_id: 'r1', room_name: 'Attic', reason: 'taken' as const, sessions: 1 }
  const summary = { total_students: 2, dry_run: true, dropped_rooms: [taken] }
  reply('post', '/batches/{id}/convert-to-individual', {
    original_batch: batch,
    individual_batches: [batch],
    conversion_summary: { ...summary, successful_conversions: 1, failed_conversions: [failed] },
  })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Convert to individual batches' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('1 of 2 learners get an individual batch.')).toBeTruthy()
  expect(await dialog.findByText("The instructor isn't free.")).toBeTruthy()
  expect(dialog.getByText('Attic is taken. 1 session is in no classroom.')).toBeTruthy()
  const sent = reply('post', '/batches/{id}/convert-to-individual', {
    original_batch: batch,
    individual_batches: [batch, batch],
    conversion_summary: { ...summary, successful_conversions: 2, failed_conversions: [] },
  })
  await user.selectOptions(await dialog.findByLabelText('Bo Lind'), 'Ida Berg')
  expect(await dialog.findByText('This batch then ends.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reason'), 'More practice')
  await user.click(dialog.getByRole('button', { name: 'Convert' }))
  await expect.poll(() => sent.at(-1)?.query).toBe('?dry_run=false')
  expect(sent.at(-1)?.body).toEqual({
    maintain_schedule: true,
    redistribute_sessions: false,
    new_instructor_assignments: [{ student_id: 'u8', instructor_id: 'u2' }],
    conversion_reason: 'More practice',
  })
})

test('in place of a batch that does not exist, the page says so in its heading', async () => {
  open({})
  refuse('get', '/batches/{id}', 404, "This batch doesn't exist.")
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe("This batch doesn't exist.")
})
