import 'fake-indexeddb/auto'

import { i18n } from '@lingui/core'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { session } from '@/api/client'

import { server } from './server'

configure({ asyncUtilTimeout: 20_000 }) // only bounds failures; the machine's cores are shared with the rest of the suite
i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} })
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  session.end()
  window.localStorage.clear()
  window.sessionStorage.clear()
  server.resetHandlers()
})
afterAll(() => server.close())
