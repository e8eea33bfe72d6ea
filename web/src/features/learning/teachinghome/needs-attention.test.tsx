import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { TaughtCourse } from './api'
import { NeedsAttention } from './needs-attention'

const bread: TaughtCourse = {
  courseId: 'c1',
  title: 'Bread',
  toGrade: 2,
  unansweredComments: 100,
  enrollmentsToDecide: 0,
}

test('what waits in a course leads to its list', async () => {
  reply('get', '/teaching/home', [bread])
  renderScreen(<NeedsAttention />)
  const toGrade = await screen.findByRole('link', { name: '2 submissions to grade' })
  expect(toGrade.getAttribute('href')).toBe('/teach/courses/c1/submissions?status=to_grade')
  expect(screen.getByRole('link', { name: '100+ unanswered comments' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /approve/ })).toBeNull()
})

test('says so when nothing waits', async () => {
  reply('get', '/teaching/home', [])
  renderScreen(<NeedsAttention />)
  expect(await screen.findByText('Nothing to grade, answer or approve.')).toBeTruthy()
})

test('a failure can be retried', async () => {
  refuse('get', '/teaching/home', 500, 'Broken')
  renderScreen(<NeedsAttention />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
