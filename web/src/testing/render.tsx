import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'

import { createAppRouter } from '@/app/router'
import { themeOf } from '@/app/theme'
import { unnamed } from '@/shared/school'

import { hang, reply } from './server'

const theme = themeOf(unnamed.palette)

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

function Around({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test" theme={theme}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  )
}

/** Renders a screen with an empty cache and no retries, and returns the user for interactions. Links lead nowhere. */
export function renderScreen(screen: ReactElement) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <Around client={newClient()}>
      <RouterContextProvider router={router}>{screen}</RouterContextProvider>
    </Around>,
  )
  return userEvent.setup()
}

/** Renders the whole application at a URL, and returns its user and router. No notifications arrive, and nothing waits. */
export function renderApp(address: string) {
  reply('get', '/notifications/unread-count', { unread: 0 })
  reply('get', '/announcements/unread-count', { unreadCount: 0, count: 0 })
  reply('get', '/announcements/recent', [])
  reply('get', '/dashboard/today', [])
  reply('get', '/dashboard/metrics', [])
  reply('get', '/dashboard/stats', { role: 'admin', today: [], figures: [], timezone: 'UTC', asOf: null })
  hang('get', '/notifications/events')
  const client = newClient()
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [address] }))
  render(
    <Around client={client}>
      <RouterProvider router={router} />
    </Around>,
  )
  return { user: userEvent.setup(), router }
}
