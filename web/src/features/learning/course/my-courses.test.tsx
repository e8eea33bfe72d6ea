import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { course, detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { category, enrollment } from './fixtures'

import { MyLearningPage } from './my-learning-page'
import { NewCoursePage } from './new-course-page'
import { RecordingsPage } from './recordings-page'

test('lists the courses that the user is enrolled in', async () => {
  reply('get', '/courses/enrolled', [{ ...enrollment, course }])
  renderScreen(<MyLearningPage />)
  await screen.findByRole('link', { name: course.title })
})

test('says why a course is not open yet', async () => {
  reply('get', '/courses/enrolled', [{ ...enrollment, status: 'pending_payment', course }])
  renderScreen(<MyLearningPage foot={() => 'Continue'} />)
  await screen.findByText('Your enrolment is awaiting payment.')
  expect(screen.queryByText('Continue')).toBeNull()
})

test('without enrollments it links to the catalogue', async () => {
  reply('get', '/courses/enrolled', [])
  renderScreen(<MyLearningPage />)
  expect((await screen.findByRole('link', { name: 'Find a course' })).getAttribute('href')).toBe('/')
})

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
  renderScreen(<RecordingsPage />)
  const link = await screen.findByRole('link', { name: 'First evening' })
  expect(link.getAttribute('href')).toBe('/learn/c1/v1')
  expect(screen.getByRole('link', { name: 'Go' }).getAttribute('href')).toBe('/courses/c1')
})

test('without recordings it says so', async () => {
  reply('get', '/courses/recorded-videos', [])
  renderScreen(<RecordingsPage />)
  await screen.findByText('No recordings yet')
})

test('creates a course', async () => {
  reply('get', '/courses/category', [category])
  const sent = reply('post', '/courses/create', { ...detail, id: 'c9' })
  const created = vi.fn()
  const user = renderScreen(<NewCoursePage onCreated={created} />)
  await user.type(screen.getByLabelText('Title'), 'Go')
  await user.type(screen.getByLabelText('Category'), 'Programming')
  await user.selectOptions(screen.getByLabelText('Format'), 'Self-paced')
  await user.type(screen.getByLabelText('Description'), 'All of it')
  await user.click(screen.getByRole('button', { name: 'Create course' }))
  await waitFor(() => expect(created).toHaveBeenCalledWith('c9'))
  expect(sent[0]?.body).toEqual({
    title: 'Go',
    category: 'Programming',
    course_type: 'free',
    level: 'beginner',
    summary: '',
    description: 'All of it',
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
