import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, server } from '@/testing/server'

import type { ImportResult } from './api'
import { ImportPage } from './import-page'

const looked: ImportResult = {
  dryRun: true,
  rows: 3,
  created: 1,
  updated: 0,
  deactivated: 0,
  existing: 1,
  badRows: 1,
  changes: [{ row: 2, outcome: 'created', full_name: 'Eve', email: 'eve@lectern.test', columns: [] }],
  bad: [{ row: 3, column: 'email', code: 'invalid_format', reason: 'This is not a valid email address' }],
}

const sheet = new File(['full_name,email\nEve,eve@lectern.test\n'], 'newcomers.csv', { type: 'text/csv' })

/** Answers the import and returns the requests. */
function imports(data: ImportResult) {
  const sent: string[] = []
  server.use(
    http.post('*/api/v1/users/import', async ({ request }) => {
      const { searchParams } = new URL(request.url)
      const kind = request.headers.get('Content-Type')
      sent.push(`${kind} ${searchParams.get('dry_run')} ${(await request.text()).split('\n')[0]}`)
      return HttpResponse.json({ success: true, status: 'success', message: '', data })
    }),
  )
  return sent
}

test('shows a preview, row by row, before importing', async () => {
  const user = renderScreen(<ImportPage />)
  const looks = imports(looked)
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  await screen.findByText(/1 account would be made, 0 changed, 1 stays as it is, 1 row cannot be used/)
  const cells = within(screen.getByRole('table', { name: 'What is wrong' })).getAllByRole('cell')
  expect(cells.map((c) => c.textContent)).toEqual(['3', 'email', 'This is not a valid email address'])
  expect(looks).toEqual(['text/csv true full_name,email'])

  const done = imports({ ...looked, dryRun: false })
  await user.click(screen.getByRole('button', { name: 'Make 1 account' }))
  await screen.findByText('1 account made, 0 changed, 1 as before, 1 row left out.')
  expect(done).toEqual(['text/csv false full_name,email'])
  await user.click(screen.getByRole('button', { name: 'Import another file' }))
  await screen.findByRole('button', { name: 'Choose a file' })
})

test('a file that is not a spreadsheet says why, and cannot be imported', async () => {
  const user = renderScreen(<ImportPage />)
  refuse('post', '/users/import', 400, 'This is no CSV file in UTF-8.')
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  expect((await screen.findByRole('alert')).textContent).toContain('This is no CSV file in UTF-8.')
  expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull()
})

test('a spreadsheet of existing users has nothing to import', async () => {
  const user = renderScreen(<ImportPage />)
  imports({ ...looked, created: 0, existing: 3, badRows: 0, bad: [], changes: [] })
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'There is nothing to import' })
  expect(button.disabled).toBe(true)
})

test('existing accounts are changed and missing students switched off if asked for, as many as were shown', async () => {
  const user = renderScreen(<ImportPage />)
  imports(looked)
  await user.upload(screen.getByLabelText('CSV file'), sheet)
  await screen.findByText(/1 account would be made/)
  const queries: string[] = []
  const change: ImportResult = {
    ...looked,
    created: 0,
    updated: 1,
    deactivated: 2,
    badRows: 0,
    bad: [],
    changes: [
      { row: 2, outcome: 'updated', full_name: 'Eve', email: 'eve@lectern.test', columns: ['roles'] },
      { row: 0, outcome: 'deactivated', full_name: 'Old Student', email: 'old@lectern.test', columns: [] },
    ],
  }
  server.use(
    http.post('*/api/v1/users/import', ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json({ success: true, status: 'success', message: '', data: change })
    }),
  )
  await user.click(screen.getByLabelText(/Change accounts that exist/))
  await user.click(screen.getByLabelText(/Switch off students/))
  await user.click(await screen.findByRole('button', { name: 'Change 1, switch off 2' }))
  await screen.findByText('0 accounts made, 1 changed, 2 switched off, 1 as before, 0 rows left out.')
  const table = within(screen.getByRole('table', { name: 'What changes' }))
  table.getByText('Old Student')
  table.getByText('roles')
  expect(queries).toEqual([
    '?dry_run=true&existing=update&missing=keep',
    '?dry_run=true&existing=update&missing=deactivate',
    '?dry_run=false&existing=update&missing=deactivate&deactivated=2',
  ])
})
