import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { category } from './fixtures'

import { NewCoursePage } from './new-course-page'
import { RecordingsPage } from './recordings-page'

test('lists recordings with links to watch them', async () => {
  const recording = {
    id: 'r1',
    title: 'First evening',
    course_id: 'c1',
    course_title: 'Go',
    video_id: 'v1',
    week_id: 'w1',
    createdAt: '2026-11-20T10:00:00Z',
  }
  reply('get', '/courses/recorded-videos', [recording])
  renderScreen(<RecordingsPage sessions={null} />)
  const link = await screen.findByRole('link', { name: 'First evening' })
  expect(link.getAttribute('href')).toBe('/learn/c1/v1')
  expect(screen.getByRole('link', { name: 'Go' }).getAttribute('href')).toBe('/courses/c1')
})

test('without recordings it says so', async () => {
  reply('get', '/courses/recorded-videos', [])
  renderScreen(<RecordingsPage sessions={null} />)
  await screen.findByText(/No recordings yet/)
})

test('creates a course', async () => {
  reply('get', '/courses/category', [category])
  const sent = reply('post', '/courses/create', { ...detail, id: 'c9' })
  const created = vi.fn()
  const user = renderScreen(<NewCoursePage onCreated={created} />)
  await user.type(screen.getByLabelText('Title'), 'Go')
  await user.type(screen.getByLabelText('Category'), 'Programming')
  await user.selectOptions(screen.getByLabelText('Format'), 'Self-paced')
  await user.click(screen.getByRole('button', { name: 'Create course' }))
  await waitFor(() => expect(created).toHaveBeenCalledWith('c9'))
  expect(sent[0]?.body).toEqual({
    title: 'Go',
    category: 'Programming',
    course_type: 'free',
    level: 'beginner',
    summary: '',
    description: '',
    summary_format: 'html',
    description_format: 'html',
  })
})

test('a server error shows at its field and the input is kept', async () => {
  reply('get', '/courses/category', [])
  refuse('post', '/courses/create', 400, 'Title is required', { title: 'Title is required' })
  const user = renderScreen(<NewCoursePage onCreated={vi.fn()} />)
  await user.type(screen.getByLabelText('Category'), 'Programming')
  await user.click(screen.getByRole('button', { name: 'Create course' }))
  await screen.findByText('Title is required')
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>('Category').value).toBe('Programming')
})
