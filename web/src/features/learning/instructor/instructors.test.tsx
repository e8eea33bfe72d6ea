import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply } from '@/testing/server'
import type { InstructorProfile } from './api'
import { type InstructorFilters, readInstructorFilters } from './filters'
import { InstructorPage } from './instructor-page'
import { InstructorsPage } from './instructors-page'

const ann: InstructorProfile = {
  id: 'u2',
  full_name: 'Ann Bee',
  headline: 'Beekeeper',
  courses: 2,
  learners: 130,
  rating: { average: 4.75, count: 12 },
  pronouns: 'she/her',
  bio: 'Keeps bees.',
  links: [{ label: 'Hives', url: 'https://hives.test' }],
}

function openList(filters: InstructorFilters = {}, items = [ann]) {
  const asked = reply('get', '/instructors', items)
  const onFilters = vi.fn()
  const user = renderScreen(<InstructorsPage filters={filters} onFilters={onFilters} categories={['Nature', 'Food']} />)
  return { user, asked, onFilters }
}

const openOne = () =>
  renderScreen(
    <InstructorPage
      instructorId="u2"
      courses={(courses, label) => (
        <ul aria-label={label}>
          {courses.map((c) => (
            <li key={c.id}>{c.title}</li>
          ))}
        </ul>
      )}
    />,
  )

test('list: each instructor with their figures and a link', async () => {
  openList()
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('Beekeeper')
  expect(item.textContent).toContain('2 courses')
  expect(item.textContent).toContain('130+ learners')
  expect(screen.getByRole('img', { name: '4.8 out of 5 stars, 12 reviews' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ann Bee' }).getAttribute('href')).toBe('/instructors/u2')
  await screen.findByText('1 instructor')
})

test('list: few learners are not counted', async () => {
  openList({}, [{ ...ann, learners: 0, rating: { average: 0, count: 0 } }])
  const item = await screen.findByRole('listitem')
  expect(item.textContent).not.toContain('learners')
})

test('list: a placeholder until the response arrives', async () => {
  hang('get', '/instructors')
  renderScreen(<InstructorsPage filters={{}} onFilters={vi.fn()} categories={[]} />)
  await screen.findByRole('status', { name: 'Loading' })
})

test('list: an error can be retried', async () => {
  refuse('get', '/instructors', 500, 'Something went wrong on our side.')
  const user = renderScreen(<InstructorsPage filters={{}} onFilters={vi.fn()} categories={[]} />)
  await screen.findByText('Something went wrong on our side.')
  reply('get', '/instructors', [ann])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Ann Bee')
})

test('list: says when there are none yet', async () => {
  openList({}, [])
  await screen.findByText('No instructors yet')
})

test('list: when nothing matches, the filters can be cleared', async () => {
  const { user, onFilters, asked } = openList({ search: 'zoe' }, [])
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(onFilters).toHaveBeenCalledWith({})
  expect(asked[0]?.query).toContain('search=zoe')
})

test('list: narrowing and sorting begin at the first page', async () => {
  const { user, onFilters } = openList({ page: 3 })
  await user.selectOptions(await screen.findByLabelText('Category'), 'Food')
  expect(onFilters).toHaveBeenLastCalledWith({ category: 'Food' })
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Highest rated first')
  expect(onFilters).toHaveBeenLastCalledWith({ sort: 'rating' })
})

test('the filters of a URL are read leniently', () => {
  expect(readInstructorFilters({ search: 7, sort: 'loudest', page: 0, category: ['x'] })).toEqual({
    search: '7',
    sort: undefined,
    page: undefined,
    category: undefined,
  })
  expect(readInstructorFilters({ sort: 'rating', page: 2 })).toMatchObject({ sort: 'rating', page: 2 })
})

test('page: shows who they are and what they teach', async () => {
  reply('get', '/instructors/{id}', ann)
  reply('get', '/instructors/{id}/courses', [course])
  openOne()
  await screen.findByRole('heading', { level: 1, name: 'Ann Bee' })
  await screen.findByText('Keeps bees.')
  await screen.findByText('she/her')
  expect(screen.getByRole('link', { name: 'Hives' }).getAttribute('rel')).toContain('nofollow')
  const list = await screen.findByRole('list', { name: '1 course' })
  expect(list.textContent).toBe(course.title)
})

test('page: who is not public has none', async () => {
  refuse('get', '/instructors/{id}', 404, "This instructor doesn't exist.")
  refuse('get', '/instructors/{id}/courses', 404, "This instructor doesn't exist.")
  openOne()
  await screen.findByText("This instructor doesn't exist.")
  expect(screen.queryByRole('heading', { name: 'Courses' })).toBeNull()
})
