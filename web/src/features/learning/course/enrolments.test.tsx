import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply, server } from '@/testing/server'

import { AddLearners } from './add-learners'
import { type Enrolled, EnrolmentActions } from './enrolment-actions'
import { EnrolmentBulk } from './enrolment-bulk'
import type { EnrolmentImport } from './enrolments-api'
import { enrollment } from './fixtures'

const mina: Enrolled = { userId: 'u3', fullName: 'Mina Okafor', enrollment: 'active', endsAt: null }
const jo: Enrolled = { ...mina, userId: 'u4', fullName: 'Jo Park' }

test('the actions depend on the enrolment', async () => {
  const sent = reply('patch', '/courses/{id}/enrollments/{userId}', enrollment)
  const user = renderScreen(
    <>
      <EnrolmentActions courseId="c1" learner={{ ...mina, enrollment: 'waitlisted' }} />
      <EnrolmentActions courseId="c1" learner={jo} />
      <EnrolmentActions courseId="c1" learner={{ ...jo, fullName: 'Al Roe', enrollment: 'withdrawn' }} />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Approve Mina Okafor' }))
  await waitFor(() =>
    expect(sent[0]).toMatchObject({ path: '/courses/c1/enrollments/u3', body: { action: 'activate' } }),
  )
  await user.click(screen.getByRole('button', { name: 'Actions for Jo Park' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
  await waitFor(() =>
    expect(sent[1]).toMatchObject({ path: '/courses/c1/enrollments/u4', body: { action: 'suspend' } }),
  )
  expect(screen.queryByRole('button', { name: /Al Roe/ })).toBeNull()
})

test('the end of an enrolment is removed', async () => {
  const sent = reply('patch', '/courses/{id}/enrollments/{userId}', enrollment)
  const user = renderScreen(<EnrolmentActions courseId="c1" learner={{ ...mina, endsAt: '2027-01-01T10:00:00Z' }} />)
  await user.click(screen.getByRole('button', { name: 'Actions for Mina Okafor' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set end date…' }))
  await user.clear(await screen.findByLabelText('Access ends'))
  await user.click(screen.getByRole('button', { name: 'Save end date' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ action: 'set_end' }))
})

test('several are suspended at once; one that is refused is named with the reason', async () => {
  const asked: unknown[] = []
  server.use(
    http.patch('*/api/v1/courses/c1/enrollments/:userId', ({ params }) => {
      asked.push(params.userId)
      if (params.userId === 'u3')
        return HttpResponse.json({ success: true, status: 'success', message: '', data: enrollment })
      const refusal = { success: false, status: 'error', message: 'This enrolment has another status now.', code: 'x' }
      return HttpResponse.json(refusal, { status: 409 })
    }),
  )
  const done = vi.fn()
  const user = renderScreen(<EnrolmentBulk courseId="c1" learners={[mina, jo]} onDone={done} />)
  expect(screen.queryByRole('button', { name: /^Approve/ }), 'nobody is waiting').toBeNull()
  await user.click(screen.getByRole('button', { name: /^Suspend/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Suspend 2 learners?' })
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }))
  await screen.findByText('Jo Park: This enrolment has another status now.')
  expect(asked).toEqual(['u3', 'u4'])
  expect(done).not.toHaveBeenCalled()
})

test('a learner is invited by their address', async () => {
  const sent = reply('post', '/courses/{id}/enrollments', { ...enrollment, status: 'invited' })
  const user = renderScreen(<AddLearners courseId="c1" />)
  await user.click(screen.getByRole('button', { name: 'Add learner' }))
  await user.type(await screen.findByLabelText('Email address'), 'jo@lectern.test')
  await user.selectOptions(screen.getByLabelText('How to add'), 'Invite: they decide')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add learner' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ email: 'jo@lectern.test', status: 'invited' }))
})

/** Answers the import of a spreadsheet and returns the requests. */
function imports(data: EnrolmentImport) {
  const sent: string[] = []
  server.use(
    http.post('*/api/v1/courses/c1/enrollments/import', async ({ request }) => {
      sent.push(`${new URL(request.url).searchParams.get('dry_run')} ${(await request.text()).split('\n')[0]}`)
      return HttpResponse.json({ success: true, status: 'success', message: '', data })
    }),
  )
  return sent
}

test('importing a spreadsheet shows a preview first', async () => {
  const bad = [{ row: 3, column: 'email', code: 'user_not_found', reason: 'Nobody here has this address' }]
  const result = { dryRun: true, rows: 2, enrolled: 1, existing: 0, badRows: 1, bad }
  const looked = imports(result)
  const user = renderScreen(<AddLearners courseId="c1" />)
  await user.click(screen.getByRole('button', { name: 'Import CSV' }))
  await user.upload(
    await screen.findByLabelText('CSV file'),
    new File(['email\na@b.c\n'], 'p.csv', { type: 'text/csv' }),
  )
  await screen.findByText('Row 3: Nobody here has this address')
  const done = imports({ ...result, dryRun: false })
  await user.click(screen.getByRole('button', { name: 'Enrol 1 learner' }))
  await screen.findByText(/1 learner enrolled, 0 already enrolled, 1 row with an error\./)
  expect([looked, done]).toEqual([['true email'], ['false email']])
})
