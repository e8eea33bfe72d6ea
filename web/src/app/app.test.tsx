import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { type Schema, session } from '@/api/client'
import { home, overview } from '@/features/learning/analytics/fixtures'
import { extras, facets } from '@/features/learning/course/fixtures'
import { profile } from '@/features/people/profile/fixtures'
import { course, detail, maya, noCurriculum, nothingSetUp, signedIn, video } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

const student = ['GET /courses/enrolled', 'POST /courses/{id}/enroll']
const teacher = [...student, 'GET /video-streaming/videos', 'POST /courses/create']

function signIn(operations: string[], roles: Schema<'User'>['roles'] = ['student']) {
  session.start(signedIn)
  reply('get', '/profile/me/permissions', { user: { ...maya, roles }, roles, operations })
}

const face = { id: 'u1', fullName: 'Maya Osei', pronouns: '', headline: '', bio: '', links: [], teaches: false }

beforeEach(() => {
  reply('get', '/auth/providers', [])
  reply('get', '/auth/identities', [])
  reply('get', '/courses/{id}', detail) // first: replies announced later take precedence
  reply('get', '/tcourse/{type}/{id}', { ...detail, ...extras })
  reply('get', '/home-display', { currency: 'EUR', chosen: false, courses: [] })
  reply('get', '/courses/get', [course])
  reply('get', '/enhanced-progress/overview', overview)
  reply('get', '/enhanced-progress/courses', [])
  reply('get', '/enhanced-progress/home', home)
  reply('get', '/courses/facets', facets)
  reply('get', '/profile/{id}', face)
})

const nav = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0] ?? document.body)
const links = () =>
  nav()
    .getAllByRole('link')
    .map((a) => a.textContent)

test('signed-out users see the catalogue and the links to sign in', async () => {
  renderApp('/')
  await screen.findByRole('link', { name: course.title })
  expect(links()).toEqual(['Catalogue'])
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in')
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
})

test('the navigation offers what the user may do', async () => {
  signIn(teacher, ['instructor', 'corporate'])
  renderApp('/courses')
  await waitFor(() => expect(links()).toEqual(['Catalogue', 'My learning', 'Teaching', 'Company']))
  expect(await screen.findByRole('button', { name: 'Account of Maya Osei' })).toBeTruthy()
})

test('a student is not offered what teachers do', async () => {
  signIn(student)
  renderApp('/courses')
  await screen.findByRole('button', { name: 'Account of Maya Osei' })
  expect(links()).toEqual(['Catalogue', 'My learning'])
})

test('a page that needs sign-in returns there afterwards', async () => {
  const { user, router } = renderApp('/app')
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(router.state.location.search).toEqual({ next: '/app' })

  reply('post', '/auth/login', signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: student })
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'lectern-demo{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Home' })
})

test.each(['https://evil.test/', '//evil.test/', '/\\evil.test'])(
  'does not continue to %s after signing in',
  async (next) => {
    const { user, router } = renderApp(`/sign-in?next=${encodeURIComponent(next)}`)
    reply('post', '/auth/login', signedIn)
    reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: student })
    await user.type(await screen.findByLabelText('Email'), 'maya@lectern.test')
    await user.type(screen.getByLabelText('Password'), 'lectern-demo{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Home' })
    expect(router.state.location.href).toBe('/app')
  },
)

test.each([
  ['/verify-email', 'Confirm your email address'],
  ['/reset-password', 'Choose a new password'],
  ['/unlock', 'Unlock your account'],
  ['/confirm-email', 'Confirm your new email address'],
  ['/undo-email', 'Undo email change'],
  ['/join', "You're invited"],
  ['/complete-registration', 'Welcome to Lectern'],
])('%s removes the token of its email from the URL', async (path, title) => {
  const { router } = renderApp(`${path}#to_ken-1`)
  await screen.findByRole('heading', { level: 1, name: title })
  await waitFor(() => expect(router.state.location.href).toBe(path))
  expect(router.history.length).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull() // the page still has it
})

test('a second email link opened in the same tab counts', async () => {
  const { user, router } = renderApp('/unlock#first')
  const used = reply('post', '/auth/unlock', {})
  await user.click(await screen.findByRole('button', { name: 'Unlock account' }))
  await screen.findByText('Account unlocked. You can sign in now.')
  router.history.push('/unlock#second')
  await user.click(await screen.findByRole('button', { name: 'Unlock account' }))
  await waitFor(() => expect(used.map(({ body }) => body)).toEqual([{ token: 'first' }, { token: 'second' }]))
  expect(router.state.location.href).toBe('/unlock')
})

test('signing in leads to a new password', async () => {
  const { user } = renderApp('/sign-in')
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await screen.findByRole('heading', { level: 1, name: 'Reset password' })
})

test('invalid values in the URL are not sent to the server', async () => {
  const asked = reply('get', '/courses/get', [course])
  const { router } = renderApp('/?type=nonsense&page=-3&search=go')
  await screen.findByRole('link', { name: course.title })
  expect(asked[0]?.query).toBe('?search=go&limit=24')
  expect(router.state.location.href).toBe('/courses?search=go')
  expect(screen.queryByRole('heading', { name: 'Learn from people who do the job' })).toBeNull()
})

test.each<[Schema<'User'>['roles'], string, string]>([
  [['student'], '/app', 'Home'],
  [['student', 'corporate'], '/company', 'No company yet'],
  [['student', 'instructor'], '/teach', 'Teaching'],
  [['instructor', 'admin'], '/admin', 'Administration'],
])('%s start on %s, and the logo leads there', async (roles, page, title) => {
  signIn([...teacher, 'GET /auth/locked-accounts'], roles)
  reply('get', '/profile/me/comprehensive', profile)
  reply('get', '/corporate/mine', [])
  for (const path of ['/auth/locked-accounts', '/auth/role-applications', '/auth/invitations', '/users'] as const)
    reply('get', path, [])
  const { router } = renderApp('/')
  await screen.findByRole('heading', { level: 1, name: title })
  expect(router.state.location.pathname).toBe(page)
  expect(screen.getByRole('link', { name: /home page$/i }).getAttribute('href')).toBe(page)
})

test('following a link moves the focus to the heading', async () => {
  reply('get', '/video-streaming/courses/{id}/videos', [])
  const { user } = renderApp('/')
  await user.click(await screen.findByRole('link', { name: course.title }))
  const heading = await screen.findByRole('heading', { level: 1, name: course.title })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe(`${course.title} · Lectern`)
})

test('signing out clears the session here and on the server', async () => {
  signIn(student)
  const { user } = renderApp('/')
  const sent = reply('post', '/auth/logout', {})
  await user.click(await screen.findByRole('button', { name: 'Account of Maya Osei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByRole('link', { name: 'Sign in' })
  await waitFor(() => expect(sent[0]?.body).toEqual({ refreshToken: 'r1' }))
  expect(session.isSignedIn()).toBe(false)
})

test('a preview needs no account, any other lesson does', async () => {
  reply('get', '/curriculum/course/{id}', noCurriculum)
  reply('get', '/video-streaming/courses/{id}/videos', [
    { ...video, isPreview: true },
    { ...video, videoId: 'v2' },
  ])
  refuse('get', '/video-streaming/{id}/streaming-urls', 409, 'This video cannot be played yet.')
  const { router } = renderApp('/learn/c1/v1')
  await screen.findByRole('heading', { level: 1, name: video.title })
  await router.navigate({ to: '/learn/$courseId/$videoId', params: { courseId: 'c1', videoId: 'v2' } })
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(router.state.location.search).toEqual({ next: '/learn/c1/v2' })
})

test('a session that the server ended leads to signing in', async () => {
  signIn(student)
  refuse('get', '/enhanced-progress/home', 401, 'Your session has expired. Please log in again.')
  refuse('post', '/auth/refresh-token', 401, 'Your session has expired. Please log in again.')
  renderApp('/app')
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
})

test('an unknown URL shows a 404 page', async () => {
  renderApp('/nowhere')
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
})

test('a new installation offers to set it up', async () => {
  reply('get', '/courses/get', [])
  reply('get', '/setup', { needed: true })
  renderApp('/')
  expect((await screen.findByRole('link', { name: 'Set up Lectern' })).getAttribute('href')).toBe('/setup')
})

test('without any course yet, the catalogue says so', async () => {
  reply('get', '/courses/get', [])
  reply('get', '/setup', { needed: false })
  renderApp('/')
  await screen.findByText('No courses yet')
})

test('the account menu leads to password and devices, for its owner only', async () => {
  signIn(student)
  reply('get', '/auth/sessions', [])
  reply('get', '/auth/two-factor', nothingSetUp)
  const { user, router } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Account of Maya Osei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Password and devices' }))
  await screen.findByRole('heading', { level: 1, name: 'Password and devices' })
  session.end()
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(router.state.location.search).toEqual({ next: '/settings/security' })
})

test('administrators find their pages, and each figure links to its list', async () => {
  signIn(
    [...student, 'GET /auth/locked-accounts', 'GET /auth/role-applications', 'GET /auth/invitations', 'GET /mails'],
    ['admin'],
  )
  reply('get', '/auth/locked-accounts', [])
  reply('get', '/auth/invitations', [])
  reply('get', '/users', [])
  const asked = reply('get', '/auth/role-applications', [])
  const { user, router } = renderApp('/')
  await user.click((await screen.findAllByRole('link', { name: 'Administration' }))[0] ?? document.body)
  await screen.findByRole('heading', { level: 1, name: 'Administration' })
  const sections = within(screen.getByRole('navigation', { name: 'Administration' })).getAllByRole('link')
  expect(sections.map((a) => a.textContent)).toEqual(['Overview', 'Invitations', 'Applications', 'Lockouts', 'Emails'])
  await user.click(await screen.findByRole('link', { name: /Pending applications/ }))
  await screen.findByRole('heading', { level: 1, name: 'Applications' })
  expect(router.state.location.href).toBe('/admin/applications?status=pending')
  expect(asked[0]?.query).toBe('?status=pending')
})

test('other users see no administration', async () => {
  signIn(student)
  renderApp('/admin/lockouts')
  await screen.findByRole('heading', { level: 1, name: 'You need the administrator role' })
})

test('a user who applies to teach on registering sees the status of the application next', async () => {
  const { user, router } = renderApp('/register')
  reply('post', '/auth/register', {})
  reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: student })
  reply('get', '/auth/role-applications/mine', [])
  await user.click(await screen.findByRole('radio', { name: 'Teach' }))
  await user.type(screen.getByLabelText('Full name'), 'Maya Osei')
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'orbit kettle plum')
  await user.type(screen.getByLabelText('What would you like to teach?'), 'Bees')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText(/^We sent a link to/)
  act(() => session.start(signedIn)) // as the link of the email does in another tab
  await screen.findByRole('heading', { level: 1, name: 'Your applications' })
  expect(router.state.location.pathname).toBe('/applications')
})

test.each([
  ['/checkout?course=c1&currency=EUR', '/checkout', 'a page here'],
  ['//elsewhere.example/checkout', '/app', 'another site'],
  ['/\\\\elsewhere.example', '/app', 'another site for browsers that take backslashes for slashes'],
  ['https://elsewhere.example', '/app', 'an address with a scheme'],
])('who registers on the way to %s goes on to %s once they have an account: %s', async (next, path) => {
  const first = renderApp(`/register?next=${encodeURIComponent(next)}`)
  reply('post', '/auth/register', {})
  await first.user.type(await screen.findByLabelText('Full name'), 'Maya Osei')
  await first.user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await first.user.type(screen.getByLabelText('Password'), 'orbit kettle plum')
  await first.user.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText(/^We sent a link to/)
  cleanup() // the link is opened later, in a tab of its own
  reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: student })
  reply('get', '/payments/plans', [])
  reply('post', '/auth/complete-registration', signedIn)
  const { user, router } = renderApp('/complete-registration#t1')
  await user.type(await screen.findByLabelText('Password'), 'orbit kettle plum')
  await user.click(screen.getByRole('button', { name: 'Confirm email address' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
  expect(window.localStorage.getItem('lectern.sign-up-next')).toBeNull()
})

test('an address that another script has kept for new users leads nowhere else', async () => {
  window.localStorage.setItem('lectern.sign-up-next', '//elsewhere.example')
  reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: student })
  reply('get', '/payments/plans', [])
  reply('post', '/auth/complete-registration', signedIn)
  const { user, router } = renderApp('/complete-registration#t1')
  await user.type(await screen.findByLabelText('Password'), 'orbit kettle plum')
  await user.click(screen.getByRole('button', { name: 'Confirm email address' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'))
})

test('the user’s avatar shows in the header', async () => {
  signIn(student)
  reply('get', '/profile/{id}', { ...face, avatar: { large: '/api/v1/avatars/a/256', small: '/api/v1/avatars/a/64' } })
  renderApp('/')
  const button = await screen.findByRole('button', { name: 'Account of Maya Osei' })
  await waitFor(() => expect(button.querySelector('img')?.getAttribute('src')).toBe('/api/v1/avatars/a/64'))
})

test('an impersonation is always visible, and ending it leads back', async () => {
  signIn(student)
  session.impersonate({ accessToken: 'as-maya', expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  const acting = { admin_id: 'u9', read_only: true }
  reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: student, acting })
  const { user, router } = renderApp('/app')
  const banner = within(await screen.findByRole('region', { name: 'Viewing as another user' }))
  banner.getByText('Maya Osei')
  banner.getByText(/read-only/)
  const stopped = reply('post', '/auth/stop-impersonation', {})
  reply('get', '/profile/me/permissions', { user: maya, roles: ['admin'], operations: ['GET /users'] })
  refuse('get', '/users/{id}', 404, 'There is no such user.')
  await user.click(banner.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/u1'))
  expect(stopped).toHaveLength(1)
  expect(await session.token()).toBe('a1')
})
