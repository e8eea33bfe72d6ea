import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { hang, refuse, reply, server } from '@/testing/server'

import { profile } from './fixtures'
import { ProfilePage } from './profile-page'

async function open() {
  reply('get', '/profile/me/comprehensive', profile)
  const user = renderScreen(<ProfilePage changeEmail={null} />)
  const name = await screen.findByLabelText<HTMLInputElement>('Full name')
  return { user, name, save: () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }) }
}

test('shows the values and what is missing', async () => {
  const { name } = await open()
  expect(name.value).toBe('Maya Osei')
  expect(screen.getByRole('img', { name: 'Your profile is 60% complete' })).toBeTruthy()
  expect(screen.getByText('Still missing: a picture (+15%).')).toBeTruthy()
  expect(screen.getByText('1 h 30 min')).toBeTruthy()
  expect(screen.getByText('All changes are saved.')).toBeTruthy()
})

test('sends only changed fields, with the edited revision', async () => {
  const { user, name, save } = await open()
  expect(save().disabled).toBe(true)
  const tags: (string | null)[] = []
  server.events.on('request:start', ({ request }) => {
    if (request.method === 'PATCH') tags.push(request.headers.get('If-Match'))
  })
  const sent = reply('patch', '/profile/me/comprehensive', { ...profile, fullName: 'Maya O.', revision: 5 })
  await user.clear(name)
  await user.type(name, 'Maya O.')
  await user.click(screen.getByRole('button', { name: 'Add position' }))
  await user.type(within(screen.getByRole('group', { name: 'Position 2' })).getByLabelText('Organisation'), 'Bees')
  await user.click(screen.getByRole('button', { name: 'Remove position 1' }))
  expect(screen.getByText('You have unsaved changes.')).toBeTruthy()
  await user.click(save())
  await screen.findByText('All changes are saved.')
  expect(sent.map(({ body }) => body)).toEqual([
    { fullName: 'Maya O.', work: [{ organisation: 'Bees', title: '', from: '', to: '' }] },
  ])
  expect(tags).toEqual(['"v4-"'])
})

test('shows errors at their fields, and keeps the input', async () => {
  const { user, name, save } = await open()
  refuse('patch', '/profile/me/comprehensive', 400, 'Please check your name', {
    fullName: 'Your name contains a character that can’t be shown',
    'work[0].from': 'A year, such as 2019, or a month, such as 2019-09',
  })
  await user.type(name, '☺')
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toBe('Check the fields marked below.')
  const described = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
  expect(described(name)?.textContent).toBe('Your name contains a character that can’t be shown')
  expect(screen.getByText('A year, such as 2019, or a month, such as 2019-09')).toBeTruthy()
  expect(save().disabled).toBe(false)
})

test('a name that is empty is refused before anything is sent', async () => {
  const { user, name, save } = await open()
  const sent = reply('patch', '/profile/me/comprehensive', profile)
  await user.clear(name)
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toBe('Check the fields marked below.')
  expect(screen.getByText('Please enter your name')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a change made elsewhere is not overwritten without confirmation', async () => {
  const { user, name, save } = await open()
  refuse('patch', '/profile/me/comprehensive', 412, 'Your profile has been changed elsewhere.')
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.click(save())
  const keep = await screen.findByRole('button', { name: 'Keep mine' })
  expect(name.value).toBe('Mine')
  reply('get', '/profile/me/comprehensive', { ...profile, fullName: 'Theirs', revision: 9 })
  const sent = reply('patch', '/profile/me/comprehensive', { ...profile, fullName: 'Mine', revision: 10 })
  await user.click(keep)
  await screen.findByText('All changes are saved.')
  expect(sent.map(({ body }) => body)).toEqual([{ fullName: 'Mine' }])
})

test('the saved version can be loaded instead', async () => {
  const { user, name, save } = await open()
  refuse('patch', '/profile/me/comprehensive', 412, 'Your profile has been changed elsewhere.')
  await user.type(name, '!')
  await user.click(save())
  reply('get', '/profile/me/comprehensive', { ...profile, fullName: 'Theirs', revision: 9 })
  await user.click(await screen.findByRole('button', { name: 'Use saved version' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Theirs'))
  expect(screen.getByText('All changes are saved.')).toBeTruthy()
})

test('changes can be discarded', async () => {
  const { user, name } = await open()
  await user.type(name, ' the Second')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Maya Osei'))
})

test('cannot be submitted twice at once', async () => {
  const { user, name, save } = await open()
  hang('patch', '/profile/me/comprehensive')
  await user.type(name, '!')
  await user.click(save())
  await waitFor(() => expect(save().disabled).toBe(true))
})

test('offers to retry if the profile fails to load', async () => {
  refuse('get', '/profile/me/comprehensive', 500, 'Something went wrong on our side.')
  const user = renderScreen(<ProfilePage changeEmail={null} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  reply('get', '/profile/me/comprehensive', profile)
  await user.click(again)
  await screen.findByLabelText('Full name')
})

/** Chooses a file of 400 by 200 pixels. */
async function choose(user: Awaited<ReturnType<typeof open>>['user']) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input ?? document.createElement('input'), new File(['pixels'], 'me.png', { type: 'image/png' }))
  const picture = await screen.findByAltText('Selected area')
  Object.defineProperties(picture, { naturalWidth: { value: 400 }, naturalHeight: { value: 200 } })
  fireEvent.load(picture)
}

test('an image is cropped as chosen, and sent as the original file', async () => {
  const { user } = await open()
  const sent: { type: string | null; query: string; text: string }[] = []
  server.use(
    http.put('*/api/v1/profile/me/avatar', async ({ request }) => {
      sent.push({
        type: request.headers.get('Content-Type'),
        query: new URL(request.url).search,
        text: await request.text(),
      })
      return HttpResponse.json({ success: true, status: 'success', message: '', data: { large: '/l', small: '/s' } })
    }),
  )
  await choose(user)
  fireEvent.change(screen.getByLabelText('Zoom'), { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText('Left and right'), { target: { value: '0' } })
  await user.click(screen.getByRole('button', { name: 'Use picture' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ type: 'image/png', query: '?x=0&y=50&side=100', text: 'pixels' }])
})

test('a refused image says why', async () => {
  const { user } = await open()
  refuse('put', '/profile/me/avatar', 413, 'A picture may have at most 5 MB. Please choose a smaller one.')
  await choose(user)
  await user.click(screen.getByRole('button', { name: 'Use picture' }))
  expect((await screen.findByRole('alert')).textContent).toContain('at most 5 MB')
})

test('a file that the browser cannot display is refused before it is sent', async () => {
  const { user } = await open()
  await choose(user)
  fireEvent.error(screen.getByAltText('Selected area'))
  expect((await screen.findByRole('alert')).textContent).toContain("can't show")
})
