import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'

import type { UserImportDetail } from './import-api'
import { ImportPage } from './import-page'

const looked: UserImportDetail = {
  id: 'i1',
  admin_id: 'a1',
  admin_name: 'Mina Okafor',
  dryRun: true,
  updates: false,
  missing_role: '',
  state: 'done',
  reason: '',
  rows: 3,
  total: 3,
  created: 1,
  updated: 0,
  deactivated: 0,
  existing: 1,
  badRows: 1,
  created_at: '2026-11-20T10:00:00Z',
  finished_at: '2026-11-20T10:00:05Z',
  changes: [{ row: 2, outcome: 'created', full_name: 'Eve', email: 'eve@lectern.test', columns: [] }],
  bad: [{ row: 3, column: 'email', code: 'invalid_format', reason: 'This is not a valid email address' }],
}
const running: UserImportDetail = {
  ...looked,
  state: 'running',
  created: 0,
  existing: 0,
  finished_at: null,
  changes: [],
  bad: [],
}

const sheet = new File(['full_name,email\nEve,eve@lectern.test\n'], 'newcomers.csv', { type: 'text/csv' })

beforeEach(() => {
  reply('get', '/users/imports', [])
})

/** Answers the import, and how far it is, and returns the requests. */
function imports(data: UserImportDetail) {
  const sent: string[] = []
  server.use(
    http.post('*/api/v1/users/imports', async ({ request }) => {
      const { search } = new URL(request.url)
      const kind = request.headers.get('Content-Type')
      sent.push(`${kind} ${search} ${(await request.text()).split('\n')[0]}`)
      return HttpResponse.json({ success: true, status: 'success', message: '', data })
    }),
  )
  reply('get', '/users/imports/{id}', data)
  return sent
}

test('shows a preview, row by row, before importing', async () => {
  const user = renderScreen(<ImportPage />)
  const looks = imports(looked)
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  await screen.findByText(/: 3 rows\. 1 new account, 0 changed, 1 unchanged, 1 row with errors\./)
  const cells = within(screen.getByRole('table', { name: 'Rows with errors' })).getAllByRole('cell')
  expect(cells.map((c) => c.textContent)).toEqual(['3', 'email', 'This is not a valid email address'])
  expect(looks).toEqual(['text/csv ?dry_run=true&existing=keep&missing=keep full_name,email'])

  const done = imports({ ...looked, id: 'i2', dryRun: false })
  await user.click(screen.getByRole('button', { name: 'Add 1 account' }))
  await screen.findByText('Import completed. 1 new account, 0 changed, 1 unchanged, 1 row with errors.')
  expect(done).toEqual(['text/csv ?dry_run=false&existing=keep&missing=keep&deactivated=0 full_name,email'])
  await user.click(screen.getByRole('button', { name: 'Import another file' }))
  await screen.findByRole('button', { name: 'Choose file' })
})

test('a large file shows how far it is, and can be stopped', async () => {
  const user = renderScreen(<ImportPage />)
  imports({ ...running, total: 10_000, created: 2500 })
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  await screen.findByText('Checked 2,501 of 10,000 rows.')
  expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeCloseTo(25.01)
  const sent = reply('post', '/users/imports/{id}/cancel', {})
  reply('get', '/users/imports/{id}', { ...running, state: 'cancelled', total: 10_000, created: 2500 })
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByText(/Cancelled\. This was a preview; nothing was changed\. .* 7,499 rows not reached\./)
  expect(sent).toHaveLength(1)
})

test('imports of other administrators are listed, and can be looked at', async () => {
  reply('get', '/users/imports', [{ ...running, dryRun: false, total: 400, created: 99 }])
  const user = renderScreen(<ImportPage />)
  const row = within(await screen.findByRole('table', { name: 'Recent imports' }))
  row.getByText('100 of 400')
  row.getByText('Mina Okafor')
  reply('get', '/users/imports/{id}', { ...looked, dryRun: false })
  await user.click(row.getByRole('button', { name: 'Import' }))
  await within(await screen.findByRole('dialog', { name: 'Import' })).findByText(/^Import completed\. 1 new account/)
})

test('a file that is not a spreadsheet says why, and cannot be imported', async () => {
  const user = renderScreen(<ImportPage />)
  refuse('post', '/users/imports', 400, 'This is no CSV file in UTF-8.')
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  expect((await screen.findByRole('alert')).textContent).toContain('This is no CSV file in UTF-8.')
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})

test('a spreadsheet of existing users has nothing to import', async () => {
  const user = renderScreen(<ImportPage />)
  imports({ ...looked, created: 0, existing: 3, badRows: 0, bad: [], changes: [] })
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Nothing to import' })
  expect(button.disabled).toBe(true)
})

test('existing accounts are changed and missing users of a role switched off if asked for, as many as were shown', async () => {
  const user = renderScreen(<ImportPage />)
  imports(looked)
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  await screen.findByText(/1 new account/)
  const change: UserImportDetail = {
    ...looked,
    missing_role: 'instructor',
    created: 0,
    updated: 1,
    deactivated: 2,
    badRows: 0,
    bad: [],
    changes: [
      { row: 2, outcome: 'updated', full_name: 'Eve', email: 'eve@lectern.test', columns: ['roles'] },
      { row: 0, outcome: 'deactivated', full_name: 'Old Teacher', email: 'old@lectern.test', columns: [] },
    ],
  }
  const sent = imports({ ...change, id: 'i3' })
  await user.click(screen.getByLabelText(/Update existing accounts/))
  await user.click(screen.getByLabelText(/Deactivate users missing/))
  await user.selectOptions(screen.getByLabelText('Users to deactivate'), 'Instructors')
  await screen.findByRole('button', { name: 'Add 0, change 1 and deactivate 2 accounts' })
  const table = within(screen.getByRole('table', { name: 'Changes' }))
  table.getByText('Old Teacher')
  table.getByText('roles')
  imports({ ...change, id: 'i4', dryRun: false }).push(...sent.splice(0))
  await user.click(screen.getByRole('button', { name: 'Add 0, change 1 and deactivate 2 accounts' }))
  await screen.findByText(
    'Import completed. 0 new accounts, 1 changed, 2 deactivated, 1 unchanged, 0 rows with errors.',
  )
})
