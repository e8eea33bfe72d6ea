import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { category, course, detail, enrollment } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { MyLearningPage } from './my-learning-page'
import { NewCoursePage } from './new-course-page'

test('lists the courses that the visitor is enrolled in', async () => {
  reply('get', '/courses/enrolled', [{ ...enrollment, course }])
  renderScreen(<MyLearningPage />)
  await screen.findByRole('link', { name: course.title })
})

test('whoever is enrolled nowhere is shown the way to the catalogue', async () => {
  reply('get', '/courses/enrolled', [])
  renderScreen(<MyLearningPage />)
  expect((await screen.findByRole('link', { name: 'Find a course' })).getAttribute('href')).toBe('/')
})

test('makes a course', async () => {
  reply('get', '/courses/category', [category])
  const sent = reply('post', '/courses/create', { ...detail, id: 'c9' })
  const created = vi.fn()
  const user = renderScreen(<NewCoursePage onCreated={created} />)
  await user.type(screen.getByLabelText('Title'), 'Go')
  await user.type(screen.getByLabelText('Category'), 'Programming')
  await user.selectOptions(screen.getByLabelText('Way of teaching'), 'Free')
  await user.type(screen.getByLabelText('Description'), 'All of it')
  await user.click(screen.getByRole('button', { name: 'Create the course' }))
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

test('what the server refuses stands at its field, and what was typed is kept', async () => {
  reply('get', '/courses/category', [])
  refuse('post', '/courses/create', 400, 'Title is required', { title: 'Title is required' })
  const user = renderScreen(<NewCoursePage onCreated={vi.fn()} />)
  await user.type(screen.getByLabelText('Category'), 'Programming')
  await user.click(screen.getByRole('button', { name: 'Create the course' }))
  await screen.findByText('Title is required')
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>('Category').value).toBe('Programming')
})
