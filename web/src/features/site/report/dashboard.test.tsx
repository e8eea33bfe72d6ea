import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { Dashboard, Figure, Metric } from './api'
import { DashboardView } from './dashboard'

const metric = (name: string, title: string, unit: Metric['unit'] = 'count'): Metric => ({
  metric: name,
  title,
  definition: `What ${title} is.`,
  unit,
  source: 'Enrolments',
  scopes: ['school'],
})

const figure = (name: string, value: number | null, more: Partial<Figure> = {}): Figure => ({
  metric: name,
  scope: 'school',
  unit: 'count',
  currency: '',
  value,
  previous: null,
  cases: value ?? 0,
  from: '2026-03-01',
  to: '2026-03-28',
  hasRows: true,
  ...more,
})

const dashboard: Dashboard = {
  role: 'corporate',
  today: [{ kind: 'unused_seats', count: 2, since: '2026-02-01T08:00:00Z', id: '', title: '' }],
  figures: [
    figure('enrolments', 24, { previous: 20 }),
    figure('rate', null, { unit: 'percent', hasRows: false }),
    figure('revenue', 12050, { unit: 'money', currency: 'EUR', scope: 'currency:EUR' }),
  ],
  timezone: 'Europe/Berlin',
  asOf: '2026-03-28T08:00:00Z',
}

const metrics = [
  metric('enrolments', 'Enrolments'),
  metric('rate', 'Completion', 'percent'),
  metric('revenue', 'Revenue', 'money'),
]

test('what waits comes first, and a figure opens its definition and its rows', async () => {
  reply('get', '/dashboard/stats', dashboard)
  reply('get', '/dashboard/metrics', metrics)
  const asked = reply('get', '/dashboard/rows', {
    rows: [
      {
        id: 'e',
        at: '2026-03-02T08:00:00Z',
        day: '2026-03-02',
        userId: 'u',
        name: 'Ada',
        courseId: 'c',
        course: 'Bread',
        value: 1,
      },
    ],
    nextCursor: '',
  })
  const user = renderScreen(<DashboardView of="corporate" />)
  expect((await screen.findByRole('link', { name: '2 pools with unused seats' })).getAttribute('href')).toContain(
    'seats',
  )
  expect(screen.getByText('20 in the period before')).toBeTruthy()
  expect(screen.getByText('Too few cases')).toBeTruthy()
  expect(screen.getByText('€120.50')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Definition of Enrolments' }))
  await screen.findByText('What Enrolments is.')
  await user.click(screen.getByRole('button', { name: 'Enrolments: 24. Show rows' }))
  const drawer = await screen.findByRole('dialog', { name: 'Enrolments' })
  expect(await within(drawer).findByText('Ada')).toBeTruthy()
  expect(asked[0]?.query).toBe('?metric=enrolments&scope=school&from=2026-03-01&to=2026-03-28')
})

test('says so when nothing waits, and offers to try again', async () => {
  reply('get', '/dashboard/metrics', metrics)
  refuse('get', '/dashboard/stats', 503, 'Broken')
  const user = renderScreen(<DashboardView of="corporate" />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  reply('get', '/dashboard/stats', { ...dashboard, today: [], figures: [] })
  await user.click(again)
  await screen.findByText('Nothing needs your attention.')
})
