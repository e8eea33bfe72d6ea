import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'

import { SearchField } from './search-field'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function type(text: string) {
  const onSearch = vi.fn()
  renderScreen(<SearchField label="Search" value="" onSearch={onSearch} />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  return onSearch
}

test('searches after a pause in typing, with the text trimmed', () => {
  const onSearch = type(' bees ')
  vi.advanceTimersByTime(299)
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('bees')
})

test('navigating away before that cancels the search', () => {
  const onSearch = type('bees')
  fireEvent.blur(screen.getByRole('searchbox'))
  vi.advanceTimersByTime(1000)
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('bees')
})
