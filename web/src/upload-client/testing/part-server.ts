// A server behind the Transport interface that stores sessions and parts, and can be made to refuse, lose the
// network, or hang.
import { UploadError } from '../failure'
import { isObject } from '../json'
import type { UploadedPart } from '../types'
import type { Transport, WireReply, WireRequest } from '../wire'

type Trouble = { status: number; json?: unknown } | 'lost' | undefined

type Parts = Map<number, { etag: string; bytes: Uint8Array }>

export class PartServer {
  /** Every request: `initialize-upload`, `upload-chunk 2`, `PUT 3`. */
  readonly log: string[] = []
  readonly sessions = new Map<string, Parts>()
  readonly finished: string[] = []
  /** The maximum number of concurrent requests. */
  mostOpen = 0
  /** Headers received with PUTs. */
  readonly putHeaders: string[] = []
  /** The failure to produce for a request, by its line in the log. */
  trouble: (line: string) => Trouble = () => undefined
  private open = 0
  private opened = 0
  private gate: Promise<void> | null = null
  private openGate: () => void = () => {}

  constructor(private readonly options: { raw?: boolean; parts: number; hideEtag?: boolean } = { parts: 3 }) {}

  /** Withholds responses to parts until `release`. */
  hold(): void {
    this.gate = new Promise((resolve) => {
      this.openGate = resolve
    })
  }

  release(): void {
    this.openGate()
    this.gate = null
  }

  count(line: string): number {
    return this.log.filter((entry) => entry === line).length
  }

  readonly transport: Transport = async (request) => {
    const call = request.method === 'PUT' ? 'PUT' : (request.url.split('/').at(-1) ?? '')
    const body = await readBody(request)
    const partNumber = call === 'PUT' ? Number(new URL(request.url).searchParams.get('part')) : Number(body.partNumber)
    const line = Number.isNaN(partNumber) ? call : `${call} ${partNumber}`
    this.log.push(line)
    this.mostOpen = Math.max(this.mostOpen, ++this.open)
    try {
      if (call === 'PUT' || call === 'upload-chunk') await this.waitAtGate(request.signal)
      const trouble = this.trouble(line)
      if (trouble === 'lost') throw new UploadError('NETWORK_ERROR')
      if (trouble) return reply(trouble.status, trouble.json ?? {})
      return await this.answer(call, partNumber, request, body)
    } finally {
      this.open--
    }
  }

  private async waitAtGate(signal: AbortSignal): Promise<void> {
    if (!this.gate) return
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    await Promise.race([this.gate, aborted])
  }

  private async answer(call: string, part: number, request: WireRequest, body: Record<string, unknown>) {
    switch (call) {
      case 'initialize-upload':
        return ok(this.newSession())
      case 'recover-session':
        return ok({ newUploadSession: this.newSession(uploadId(body)) })
      case 'PUT':
        this.putHeaders.push(...Object.keys(request.headers))
        return this.put(new URL(request.url).searchParams.get('session') ?? '', part, await bytesOf(request))
      case 'upload-chunk':
        return this.store(
          uploadId(body),
          part,
          Uint8Array.from(atob(String(body.chunkData)), (c) => c.charCodeAt(0)),
        )
      case 'validate-session':
        return ok({ isValid: this.sessions.has(uploadId(body)), uploadedParts: this.partsOf(uploadId(body)) })
      case 'complete-upload':
        return this.complete(uploadId(body), body.parts)
      default:
        this.sessions.delete(uploadId(body))
        return ok({})
    }
  }

  private newSession(from = '') {
    const id = `up-${++this.opened}`
    this.sessions.set(id, new Map(this.sessions.get(from)))
    const uploadUrls = Array.from({ length: this.options.parts }, (_, index) => ({
      partNumber: index + 1,
      url: `http://objects.test/?session=${id}&part=${index + 1}`,
    }))
    const urls = this.options.raw ? { uploadUrls } : {}
    return { uploadId: id, videoId: `vid-${id}`, chunkSize: 10, uploadedParts: this.partsOf(id), ...urls }
  }

  private partsOf(id: string): UploadedPart[] {
    return [...(this.sessions.get(id) ?? [])].map(([partNumber, { etag }]) => ({ partNumber, etag }))
  }

  private put(id: string, part: number, bytes: Uint8Array): WireReply {
    const stored = this.store(id, part, bytes)
    if (stored.status !== 200) return stored
    const etag = this.options.hideEtag ? null : `"${id}-${part}"`
    return { status: 200, body: '', header: (name) => (name === 'ETag' ? etag : null) }
  }

  private store(id: string, part: number, bytes: Uint8Array): WireReply {
    const held = this.sessions.get(id)
    if (!held) return reply(404, { success: false, message: 'Unknown session.' })
    const etag = `"${id}-${part}"`
    held.set(part, { etag, bytes })
    return ok({ etag })
  }

  private complete(id: string, parts: unknown): WireReply {
    const have = JSON.stringify(this.partsOf(id).sort((a, b) => a.partNumber - b.partNumber))
    if (have !== JSON.stringify(parts)) return reply(400, { success: false, message: `Parts are ${have}` })
    this.finished.push(id)
    return ok({ videoId: `vid-${id}`, status: 'processing', processingJobId: 'job' })
  }

  /** The bytes of a session's parts in order. */
  content(id: string): number[] {
    const parts = [...(this.sessions.get(id) ?? [])].sort(([a], [b]) => a - b)
    return parts.flatMap(([, { bytes }]) => [...bytes])
  }
}

const reply = (status: number, json: unknown): WireReply => ({ status, body: JSON.stringify(json), header: () => null })
const ok = (data: unknown) => reply(200, { success: true, data })

function uploadId(body: Record<string, unknown>): string {
  const session = body.uploadSession ?? body.expiredSession
  return isObject(session) ? String(session.uploadId) : ''
}

const bytesOf = async ({ body }: WireRequest) => new Uint8Array(await new Response(body).arrayBuffer())

async function readBody(request: WireRequest): Promise<Record<string, unknown>> {
  if (request.method === 'PUT') return {}
  const json: unknown = JSON.parse(await new Response(request.body).text())
  return isObject(json) ? json : {}
}
