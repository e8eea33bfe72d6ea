// The base of every journey: Playwright's test with a demo server, signed-in pages and the API.
import { resolve } from 'node:path'

import { test as base, expect, type Page } from '@playwright/test'

import type { Role } from './accounts'
import { Api } from './api'
import { type Server, startDemo } from './server'
import { Sessions } from './sessions'

export { expect }

export const clip = (name: string) => resolve(import.meta.dirname, '../testdata/clips', name)

/** Returns the demo's API, called as this role. */
export type ApiAs = (role: Role) => Promise<Api>

interface Fixtures {
  /** Opens a page in a new browser context, signed in as this role of the demo, in a time zone if that matters. */
  as: (role: Role, device?: { timezoneId: string }) => Promise<Page>
}

interface WorkerFixtures {
  /** One demo server for all journeys of a worker: journeys create what they change. */
  demo: Server
  sessions: Sessions
  api: ApiAs
}

/** Access tokens are valid for 15 minutes. */
const apiTokenUse = 10 * 60_000 // ms

export const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [
    async ({}, use) => {
      const server = await startDemo()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sessions: [
    async ({ playwright, demo }, use) => {
      const request = await playwright.request.newContext({ baseURL: demo.url })
      await use(new Sessions(demo.url, request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ playwright, demo }, use) => {
      const request = await playwright.request.newContext({ baseURL: demo.url })
      const signedIn = new Map<Role, { api: Promise<Api>; until: number }>()
      await use((role) => {
        const known = signedIn.get(role)
        if (known && known.until > Date.now()) return known.api
        const api = Api.signIn(role, request)
        signedIn.set(role, { api, until: Date.now() + apiTokenUse })
        return api
      })
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  as: async ({ browser, demo, sessions }, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (role, device) => {
      const context = await browser.newContext({
        baseURL: demo.url,
        storageState: await sessions.take(role),
        ...device,
      })
      ends.push(async () => {
        sessions.release(role, await context.storageState())
        await context.close()
      })
      return context.newPage()
    })
    for (const end of ends) await end()
  },
})
