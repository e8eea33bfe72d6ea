// Plays the scripts of testdata/upload-scripts (see its README.md) behind the Transport interface.
import { UploadError } from '../failure'
import { isObject } from '../json'
import type { ErrorClass, UploadedPart, UploadFile, UploadSession, UploadState } from '../types'
import type { Authorize, Transport, WireReply, WireRequest } from '../wire'

export interface Step {
  expect: {
    method: 'POST'
    path: string
    encoding: 'json' | 'form'
    has: Record<string, unknown>
    token?: string
  }
  reply: {
    status?: number
    headers?: Record<string, string>
    json?: unknown
    text?: string
    drop?: true
    timeout?: true
  }
}

export interface Behaviour {
  name: string
  file: { name: string; size: number; readable?: number }
  courseId: string
  chunkSize: number
  signedIn?: boolean
  kept?: { session: UploadSession; parts: UploadedPart[] }
  do: ('upload' | 'retry' | 'abort' | 'validate')[]
  script: Step[]
  want: {
    state: UploadState
    message?: string
    class?: ErrorClass
    retryable?: boolean
    partsSent: number[]
    delaysMs: number[]
    refreshes: number
    signedOut: boolean
    sessionKept: boolean
    abort?: { success: boolean; message: string }
    valid?: Record<string, unknown>
  }
}

/** A file whose byte i is i % 251, generated as it is read. */
export function patternFile({ name, size, readable = size }: Behaviour['file'], lastModified = 1): UploadFile {
  return {
    name,
    size,
    lastModified,
    slice: (start, end) => {
      const length = Math.max(0, Math.min(end, readable) - start)
      return new Blob([Uint8Array.from({ length }, (_, index) => (start + index) % 251)])
    },
  }
}

export class ScriptedServer {
  readonly partsSent: number[] = []
  readonly delaysMs: number[] = []
  /** Requests that differed from the script. */
  readonly surprises: string[] = []
  signedOut = false
  private token = 'token-1'
  private readonly script: Step[]

  constructor({ script, signedIn = true }: Pick<Behaviour, 'script' | 'signedIn'>) {
    this.script = [...script]
    if (!signedIn) this.token = ''
  }

  /** Steps that were never requested. */
  get left(): number {
    return this.script.length
  }

  readonly authorize: Authorize = async ({ renew }) => {
    if (renew) this.token = 'token-2'
    return this.token ? { Authorization: `Bearer ${this.token}` } : {}
  }

  readonly onUnauthorized = () => {
    this.signedOut = true
  }

  readonly sleep = async (ms: number) => {
    this.delaysMs.push(ms)
  }

  readonly transport: Transport = async (request) => {
    const step = this.script.shift()
    const body = await readBody(request)
    if (!step) {
      this.surprises.push(`unannounced ${request.url} ${JSON.stringify(body)}`)
      throw new UploadError('UNKNOWN_ERROR', undefined, { said: 'not in the script' })
    }
    this.compare(step.expect, request, body)
    request.onProgress?.(1)
    if (step.reply.drop) throw new UploadError('NETWORK_ERROR')
    if (step.reply.timeout) throw new UploadError('TIMEOUT_ERROR')
    return answer(step.reply)
  }

  private compare(expected: Step['expect'], request: WireRequest, body: Record<string, unknown>): void {
    const sent = { method: request.method, path: request.url.replace('/api/v1', ''), encoding: encodingOf(request) }
    for (const [what, value] of Object.entries(sent)) {
      this.same(what, value, { ...expected }[what as keyof typeof sent])
    }
    this.same('Authorization', request.headers.Authorization, `Bearer ${expected.token ?? this.token}`)
    for (const [path, value] of Object.entries(expected.has)) this.same(path, valueAt(body, path), value)
    if (sent.path.endsWith('/upload-chunk')) this.partsSent.push(Number(body.partNumber))
  }

  private same(what: string, got: unknown, want: unknown): void {
    const [a, b] = [JSON.stringify(got), JSON.stringify(want)]
    if (a !== b) this.surprises.push(`${what} is ${a}, expected ${b}`)
  }
}

function answer({ status = 200, headers = {}, json, text }: Step['reply']): WireReply {
  const given = new Headers(headers)
  return { status, body: text ?? JSON.stringify(json), header: (name) => given.get(name) }
}

const encodingOf = ({ headers }: WireRequest) => (headers['Content-Type']?.startsWith('multipart/') ? 'form' : 'json')

async function readBody(request: WireRequest): Promise<Record<string, unknown>> {
  if (encodingOf(request) === 'json') {
    const json: unknown = JSON.parse(await new Response(request.body).text())
    return isObject(json) ? json : {}
  }
  const headers = { 'Content-Type': request.headers['Content-Type'] ?? '' }
  const form = await new Response(request.body, { headers }).formData()
  return Object.fromEntries(form.entries())
}

const valueAt = (body: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body)
