import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { SchoolContext, unnamed } from '@/shared/school'
import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply } from '@/testing/server'
import { CataloguePage } from './catalogue-page'
import type { CourseFilters } from './filters'
import { facets } from './fixtures'
import { VisitorHomePage } from './visitor-home-page'

const noHighlights = { currency: 'EUR', chosen: false, courses: [] }

function open(filters: CourseFilters = {}, items = [course]) {
  const asked = reply('get', '/courses/get', items)
  reply('get', '/courses/facets', facets)
  reply('get', '/courses/search-suggestions', [
    { kind: 'word', text: 'zebrafish', course_id: '', person_id: '' },
    { kind: 'course', text: 'Stripes', course_id: 'c7', person_id: '' },
  ])
  const onFilters = vi.fn()
  const user = renderScreen(<CataloguePage filters={filters} onFilters={onFilters} empty={<p>No courses yet</p>} />)
  return { user, onFilters, asked }
}

function openHome(home: Schema<'HomeDisplay'> = noHighlights) {
  reply('get', '/courses/get', [course])
  reply('get', '/courses/facets', facets)
  reply('get', '/home-display', home)
  const onFilters = vi.fn()
  return {
    user: renderScreen(<VisitorHomePage others={{ demo: () => <p>Book one</p> }} onFilters={onFilters} empty={null} />),
    onFilters,
  }
}

test('ready: shows each course with its facts, its teachers and a link', async () => {
  open()
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('Live')
  expect(item.textContent).toContain('Advanced')
  expect(item.textContent).toContain('Tomás Rivera · Programming')
  expect(screen.getByRole('link', { name: course.title }).getAttribute('href')).toBe('/courses/c1')
  await screen.findByText('1 course')
})

test('loading: shows a placeholder until the response arrives', async () => {
  hang('get', '/courses/get')
  hang('get', '/courses/facets')
  renderScreen(<CataloguePage filters={{}} onFilters={vi.fn()} empty={null} />)
  await screen.findByRole('status', { name: 'Loading' })
})

test('empty: says that there are no courses yet', async () => {
  open({}, [])
  await screen.findByText('No courses yet')
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

test('no match: suggests what is similar, and offers to clear the filters', async () => {
  const { user, onFilters } = open({ search: 'zebra' }, [])
  await screen.findByText('No matching courses')
  expect((await screen.findByRole('link', { name: 'zebrafish' })).getAttribute('href')).toBe(
    '/courses?search=zebrafish',
  )
  expect(screen.getByRole('link', { name: 'Stripes' }).getAttribute('href')).toBe('/courses/c7')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onFilters).toHaveBeenCalledWith({})
})

test('error: shows the message and retries with the same filters', async () => {
  refuse('get', '/courses/get', 500, 'Something went wrong on our side.')
  reply('get', '/courses/facets', facets)
  const user = renderScreen(<CataloguePage filters={{ search: 'go' }} onFilters={vi.fn()} empty={null} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.')
  const asked = reply('get', '/courses/get', [course])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(course.title)
  expect(asked[0]?.query).toContain('search=go')
})

test('choosing a category keeps the search', async () => {
  const { user, onFilters } = open({ search: 'go' })
  await user.click(await screen.findByRole('radio', { name: 'Programming 3' }))
  expect(onFilters).toHaveBeenCalledWith({ search: 'go', category: 'Programming' })
})

test('each facet value shows its count and is kept in the URL', async () => {
  const { user, onFilters } = open({ search: 'go', page: 2 })
  await user.selectOptions(
    await screen.findByLabelText('Certificate'),
    await screen.findByRole('option', { name: 'With certificate (2)' }),
  )
  expect(onFilters).toHaveBeenCalledWith({ search: 'go', is_certification: 'Yes' })
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Lowest price first')
  expect(onFilters).toHaveBeenLastCalledWith({ search: 'go', sort: 'price' })
})

test('a selected facet value without courses can still be cleared', async () => {
  open({ tools_technologies: 'Fortran' }, [])
  expect((await screen.findByRole<HTMLOptionElement>('option', { name: 'Fortran (0)' })).selected).toBe(true)
})

test('suggests while the user types', async () => {
  const { user } = openHome()
  const asked = reply('get', '/courses/search-suggestions', [
    { kind: 'word', text: 'python', course_id: '', person_id: '' },
    { kind: 'course', text: 'Python for beekeepers', course_id: 'c1', person_id: '' },
  ])
  await user.type(screen.getByRole('combobox', { name: 'Search courses' }), 'pyhton')
  await waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(2))
  expect(asked.at(-1)?.query).toContain('q=pyhton')
})

test('requests what the URL says', async () => {
  const { asked } = open({ search: 'go', type: 'live', page: 2 })
  await waitFor(() => expect(asked).toHaveLength(1))
  const query = new URLSearchParams(asked[0]?.query)
  expect(Object.fromEntries(query)).toEqual({ search: 'go', type: 'live', page: '2', limit: '24' })
})

test('visitors see the highlights above the catalogue, and a search leads to its results', async () => {
  const highlighted = { course: { ...course, title: 'Bees' } }
  const { user, onFilters } = openHome({ ...noHighlights, chosen: true, courses: [highlighted] })
  expect((await screen.findByRole('list', { name: 'Featured courses' })).textContent).toContain('Bees')
  await screen.findByRole('heading', { level: 1, name: 'Learn from people who do the job' })
  await user.type(screen.getByRole('combobox', { name: 'Search courses' }), ' go {Enter}')
  expect(onFilters).toHaveBeenCalledWith({ search: 'go' })
})

test('the home page has the sections that the school has chosen, in their order', async () => {
  reply('get', '/home-display', noHighlights)
  reply('get', '/courses/get', [course])
  reply('get', '/courses/facets', facets)
  renderScreen(
    <SchoolContext value={{ ...unnamed, home: { search: false, sections: ['demo', 'catalogue', 'posts'] } }}>
      <VisitorHomePage others={{ demo: () => <p>Book one</p> }} onFilters={vi.fn()} empty={null} />
    </SchoolContext>,
  )
  const demo = await screen.findByText('Book one')
  const catalogue = await screen.findByRole('heading', { name: 'Catalogue' })
  expect(demo.compareDocumentPosition(catalogue)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  screen.getByRole('heading', { level: 1, name: 'Lectern' })
  expect(screen.queryByRole('combobox', { name: 'Search courses' })).toBeNull()
})

test('the heading counts what a search found', async () => {
  open({ search: 'go' })
  await screen.findByRole('heading', { level: 1, name: '1 course for “go”' })
})
