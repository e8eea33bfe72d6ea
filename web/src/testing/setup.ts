import 'fake-indexeddb/auto'

import { i18n } from '@lingui/core'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

import { session } from '@/api/client'
import { closeAll } from '@/shared/toasts'

import { server } from './server'

// Messages stay until a test has read them, however slow the machine is.
vi.mock('@/shared/toast-time', () => ({ shownFor: 600_000 }))
configure({
  asyncUtilTimeout: 20_000, // only bounds failures; the machine's cores are shared with the rest of the suite
  // Waiting for an element fails many times before it succeeds: the page is printed only for an error that is shown.
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => [message, prettyDOM(container)].join('\n\n'),
    })
    return error
  },
})
// happy-dom has no layout: everything is in view at once.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(private readonly notify: (entries: { isIntersecting: boolean }[]) => void) {}
    observe() {
      this.notify([{ isIntersecting: true }])
    }
    disconnect() {}
  },
)
i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} })
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  closeAll()
  session.end()
  window.localStorage.clear()
  window.sessionStorage.clear()
  server.resetHandlers()
})
afterAll(() => server.close())
