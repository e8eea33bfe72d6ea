import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { note } from './fixtures'
import { Notes } from './notes'

function videoAt(at: number) {
  const video = document.createElement('video')
  video.currentTime = at
  return { current: video }
}

test('a note shows its timestamp and jumps there', async () => {
  reply('get', '/progress/lessons/{id}/notes', [note])
  const video = videoAt(0)
  const user = renderScreen(<Notes courseId="c1" lessonId="l1" videoRef={video} />)
  const list = await screen.findByRole('list', { name: 'My notes' })
  expect(within(list).getByText('<b>Budget</b>')).toBeTruthy()
  await user.click(within(list).getByRole('button', { name: 'Go to 1 min 2 s in the video' }))
  expect(video.current.currentTime).toBe(61.5)
})

test('a new note records the position of the video', async () => {
  reply('get', '/progress/lessons/{id}/notes', [])
  const sent = reply('post', '/progress/lessons/{id}/notes', note)
  const user = renderScreen(<Notes courseId="c1" lessonId="l1" videoRef={videoAt(12.34)} />)
  await screen.findByText('No notes yet. Only you can see them.')
  await user.type(screen.getByLabelText('New note'), 'Hm')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await expect.poll(() => sent[0]?.body).toEqual({ body: 'Hm', timestamp: 12.3 })
})

test('a refused note stays in its field', async () => {
  reply('get', '/progress/lessons/{id}/notes', [])
  refuse('post', '/progress/lessons/{id}/notes', 409, 'A lesson holds at most 500 notes of yours.')
  const user = renderScreen(<Notes courseId="c1" lessonId="l1" />)
  const field = await screen.findByLabelText('New note')
  await user.type(field, 'Hm')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await screen.findByText('A lesson holds at most 500 notes of yours.')
  expect(field).toHaveProperty('value', 'Hm')
})

test('editing a note keeps its timestamp', async () => {
  reply('get', '/progress/lessons/{id}/notes', [note])
  const sent = reply('put', '/progress/notes/{id}', note)
  const user = renderScreen(<Notes courseId="c1" lessonId="l1" />)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByLabelText('Your note'))
  await user.type(screen.getByLabelText('Your note'), 'Costs')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent[0]?.body).toEqual({ body: 'Costs', timestamp: 61.5 })
  await screen.findByRole('button', { name: 'Edit' })
})

test('searches the user’s notes in the whole course', async () => {
  reply('get', '/progress/lessons/{id}/notes', [])
  const sent = reply('get', '/progress/courses/{id}/notes', [{ ...note, lessonId: 'l2', lessonTitle: 'Dance' }])
  const user = renderScreen(<Notes courseId="c1" lessonId="l1" />)
  await user.type(await screen.findByLabelText('Search my notes in this course'), 'budget')
  await screen.findByRole('link', { name: 'Dance' })
  expect(sent.at(-1)?.query).toContain('search=budget')
})
