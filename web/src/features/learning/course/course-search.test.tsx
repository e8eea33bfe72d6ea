import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import CourseSearch from './course-search'

function open(search = '') {
  const asked = reply('get', '/courses/search-suggestions', [
    { kind: 'word', text: 'python', course_id: '', person_id: '' },
    { kind: 'course', text: 'Python for beekeepers', course_id: 'c1', person_id: '' },
  ])
  const onSearch = vi.fn()
  const onCourse = vi.fn()
  const user = renderScreen(<CourseSearch search={search} onSearch={onSearch} onCourse={onCourse} />)
  return { user, asked, onSearch, onCourse, field: screen.getByRole('combobox', { name: 'Search courses' }) }
}

test('Enter searches for what is typed', async () => {
  const { user, field, onSearch } = open()
  await user.type(field, ' bread {Enter}')
  expect(onSearch).toHaveBeenCalledWith('bread')
})

test('a suggested word is searched for, and a suggested course opened, by the keyboard', async () => {
  const { user, field, asked, onSearch, onCourse } = open()
  await user.type(field, 'pyhton')
  await screen.findByRole('option', { name: 'Python for beekeepers' })
  expect(asked.at(-1)?.query).toContain('q=pyhton')
  await user.keyboard('{ArrowDown}')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'python' }).id)
  await user.keyboard('{Enter}')
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('python')

  await user.clear(field)
  await user.type(field, 'pyth')
  await screen.findByRole('option', { name: 'Python for beekeepers' })
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onCourse).toHaveBeenCalledExactlyOnceWith('c1')
  expect(onSearch).toHaveBeenCalledTimes(1)
})

test('shows the search of the page, for which it suggests nothing', async () => {
  const { field, asked } = open('bread')
  await waitFor(() => expect(field).toHaveProperty('value', 'bread'))
  expect(asked).toEqual([])
})

function Page() {
  const [search, setSearch] = useState('')
  return <CourseSearch search={search} onSearch={setSearch} onCourse={vi.fn()} />
}

test('suggestions go when their search is run', async () => {
  reply('get', '/courses/search-suggestions', [{ kind: 'word', text: 'python', course_id: '', person_id: '' }])
  const user = renderScreen(<Page />)
  const field = screen.getByRole('combobox', { name: 'Search courses' })
  await user.type(field, 'pyth')
  await screen.findByRole('option', { name: 'python' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
})
