// Who may open which page: every route of the app, as each kind of user opens it.
import { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { delay, http } from 'msw'
import { afterEach, expect, test } from 'vitest'

import { session } from '@/api/client'
import { everyRole, type Role } from '@/shared/roles'
import { maya, signedIn } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { reply, server } from '@/testing/server'

import { createAppRouter } from './router'

const { routesById } = createAppRouter(new QueryClient())
const pages = Object.values(routesById).filter((route) => !route.children)

const guards: Record<Role, string> = {
  student: 'You need the student role',
  instructor: 'You need the instructor role',
  corporate: 'You need the corporate client role',
  admin: 'You need the administrator role',
}

const inside = (id: string) => id.startsWith('/_signed-in')
const protectedPages = pages.filter(({ id }) => inside(id))
const pathOf = ({ fullPath }: (typeof pages)[number]) => fullPath.replaceAll(/\$\w+/g, 'x').replace(/(.)\/$/, '$1')

/** The whole app in which nothing but the user's roles is ever replied. */
function renderSilentApp(path: string) {
  server.use(http.all('*/api/v1/*', () => delay('infinite')))
  return renderApp(path).router
}

afterEach(() => session.end())

/** The pages of an area that are open to some of its roles: hours of an instructor, which administrators find elsewhere, and what only these may do. */
const openToSome: Record<string, Role[]> = {
  '/teach/availability': ['instructor'],
  '/teach/blog/import': ['admin'],
  '/teach/blog/tags': ['admin'],
}

const patience = 180_000 // milliseconds: each page of the app is loaded, and other sections may use the cores

test('pages for everyone stand outside of those that need a signed-in user', () => {
  const misplaced = pages.filter(({ id, options }) => (options.staticData?.openTo === 'everyone') === inside(id))
  expect(misplaced.map(({ id }) => id)).toEqual([])
})

test('the areas of instructors, administrators and corporate clients are open to them alone', () => {
  const areas = { admin: ['admin'], teach: ['instructor', 'admin'], company: ['corporate', 'admin'] }
  for (const [area, openTo] of Object.entries(areas)) {
    const found = pages.filter(({ fullPath }) => fullPath.split('/')[1] === area)
    expect(found.length, area).toBeGreaterThan(0)
    for (const { id, fullPath, options } of found)
      expect([id, options.staticData?.openTo]).toEqual([id, openToSome[fullPath] ?? openTo])
  }
})

test(
  'every page that needs a signed-in user sends a visitor to sign in, and back',
  async () => {
    const router = renderSilentApp('/terms')
    for (const page of protectedPages) {
      const next = pathOf(page)
      await act(() => router.navigate({ href: next }))
      await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/sign-in', search: { next } }))
    }
  },
  patience,
)

test.each(everyRole)(
  'each page shows a user with the role %s what it declares',
  async (role) => {
    session.start(signedIn)
    const router = renderSilentApp('/terms')
    reply('get', '/profile/me/permissions', { user: { ...maya, roles: [role] }, roles: [role], operations: [] })
    await screen.findByRole('button', { name: 'Account of Maya Osei' })
    for (const page of protectedPages) {
      await act(() => router.navigate({ href: pathOf(page) }))
      const openTo = page.options.staticData?.openTo
      const expected =
        Array.isArray(openTo) && !openTo.includes(role)
          ? guards[everyRole.find((r) => r === openTo[0]) ?? role]
          : undefined
      const shown = screen.queryByRole('heading', { level: 1, name: /^You need the / })?.textContent
      expect([page.id, shown]).toEqual([page.id, expected])
    }
  },
  patience,
)
