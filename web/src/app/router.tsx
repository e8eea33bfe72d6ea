import type { QueryClient } from '@tanstack/react-query'
import { createRouter, parseSearchWith, type RouterHistory, stringifySearchWith } from '@tanstack/react-router'

import { CrashPage } from './pages/crash-page'
import { NotFoundPage } from './pages/not-found-page'
import { routeTree } from './route-tree.gen'

/**
 * Parses a value in the URL, but only if it serializes to the same text, so that a code of digits does not become
 * another.
 */
function exactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (JSON.stringify(value) !== text) throw new Error('a text')
  return value
}

/** What routes get for requesting their data before their code has arrived. */
export interface RouterContext {
  client: QueryClient
}

/** The application's router; tests pass it a history in memory. */
export function createAppRouter(client: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { client },
    ...(history && { history }),
    parseSearch: parseSearchWith(exactly),
    stringifySearch: stringifySearchWith(JSON.stringify, exactly),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: CrashPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
