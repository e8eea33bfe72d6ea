import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'

import { Countdown } from './countdown'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const timer = () => screen.getByRole('timer').textContent

test('counts down and ends', () => {
  renderScreen(<Countdown until={Date.now() + 61_000} />)
  expect(timer()).toBe('1:01')
  expect(screen.getByText(/You can try again at 13:31:01/)).toBeTruthy() // in the viewer's zone
  pass(1000)
  expect(timer()).toBe('1:00')
  pass(59_000)
  expect(timer()).toBe('0:01')
  pass(1000)
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('You can try again now.')).toBeTruthy()
  expect(vi.getTimerCount()).toBe(0)
})

test('a wait of days shows the date', () => {
  renderScreen(<Countdown until={Date.now() + 3 * 24 * 3600_000} />)
  expect(timer()).toBe('72:00:00')
  expect(screen.getByText(/23 Nov 2026/)).toBeTruthy()
})
