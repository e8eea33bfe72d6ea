import { createRouter, parseSearchWith, type RouterHistory, stringifySearchWith } from '@tanstack/react-router'

import { CrashPage } from './pages/crash-page'
import { NotFoundPage } from './pages/not-found-page'
import { routeTree } from './route-tree.gen'

/** What a value of the address means; only what is written again as it stood, so that no code of digits becomes another. */
function exactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (JSON.stringify(value) !== text) throw new Error('a text')
  return value
}

/** The application's router; a test hands it a history in memory. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
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
