// The API, for journeys to look up what the demo contains and to check results behind the screen.
import { type APIRequestContext, expect } from '@playwright/test'

import type { components } from '../web/src/api/schema.gen'
import { demoPassword, emailOf, type Role } from './accounts'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** The title of the demo's video (internal/sample). */
const demoVideoTitle = 'Big Buck Bunny: the first half minute'

/** Calls the API as one user. */
export class Api {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
  ) {}

  static signIn(role: Role, request: APIRequestContext) {
    return Api.signInWith(emailOf(role), demoPassword, request)
  }

  static async signInWith(email: string, password: string, request: APIRequestContext): Promise<Api> {
    const answer = await request.post('/api/v1/auth/login', { data: { email, password } })
    expect(answer.status(), await answer.text()).toBe(200)
    const { data }: { data: Schema<'SignedIn'> } = await answer.json()
    return new Api(request, data.accessToken)
  }

  /** The `data` of the response to a GET below /api/v1. */
  async get<T>(path: string): Promise<T> {
    const answer = await this.request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${this.token}` } })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
    const { data }: { data: T } = await answer.json()
    return data
  }

  /** The `data` of the response to a change below /api/v1. */
  async send<T>(method: 'post' | 'put' | 'patch', path: string, data: object = {}): Promise<T> {
    const answer = await this.request[method](`/api/v1${path}`, {
      // A change replaces every version that is there.
      headers: { authorization: `Bearer ${this.token}`, 'if-match': '*' },
      data,
    })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    const body: { data: T } = await answer.json()
    return body.data
  }

  /** The demo's video, once it is fully encoded. */
  async demoVideo(): Promise<Schema<'Video'>> {
    let done: Schema<'Video'> | undefined
    await expect(async () => {
      const videos = await this.get<Schema<'Video'>[]>('/video-streaming/videos?limit=100') // other journeys upload videos too
      done = videos.find((video) => video.status === 'completed' && video.title === demoVideoTitle)
      expect(done, JSON.stringify(videos)).toBeDefined()
    }).toPass({ timeout: 600_000, intervals: [250] }) // other sections of the suite share the cores
    if (done === undefined) throw new Error('unreachable: the loop above has found one')
    return done
  }
}
