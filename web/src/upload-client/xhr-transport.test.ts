// The real transport against a real server on this machine.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { server as announced } from '@/testing/server'
import { type WireRequest, xhrTransport } from './wire'

let server: Server | undefined

// Disables the mock server: requests must reach the network.
beforeAll(() => announced.close())

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Starts a server that sets CORS headers and leaves every request but preflights to `handle`. */
async function listen(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const started = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', '*')
    response.setHeader('Access-Control-Allow-Methods', 'PUT, POST')
    response.setHeader('Access-Control-Expose-Headers', 'ETag')
    if (request.method === 'OPTIONS') response.end()
    else handle?.(request, response)
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const { port } = started.address() as AddressInfo
  return `http://127.0.0.1:${port}/part`
}

const send = (url: string, more: Partial<WireRequest> = {}) =>
  xhrTransport({
    method: 'PUT',
    url,
    headers: { 'X-Sent': 'yes' },
    body: 'bytes',
    timeoutMs: 5000,
    signal: new AbortController().signal,
    ...more,
  })

test('sends method, headers and body; returns status, body and headers', async () => {
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    response.writeHead(201, { ETag: '"e1"' }).end(`${request.method} ${request.headers['x-sent']} ${body}`)
  })
  const reply = await send(url)
  expect([reply.status, reply.body, reply.header('ETag'), reply.header('X-Other')]).toEqual([
    201,
    'PUT yes bytes',
    '"e1"',
    null,
  ])
})

test('a broken connection is a network error', async () => {
  const url = await listen((request) => request.socket.destroy())
  await expect(send(url)).rejects.toMatchObject({ errorClass: 'NETWORK_ERROR' })
})

test('no response in time is a timeout', async () => {
  const url = await listen(() => {})
  await expect(send(url, { timeoutMs: 100 })).rejects.toMatchObject({ errorClass: 'TIMEOUT_ERROR' })
})

test('aborting rejects with the signal’s reason', async () => {
  const control = new AbortController()
  const url = await listen(() => control.abort())
  const thrown = await send(url, { signal: control.signal }).catch((error: unknown) => error)
  expect(control.signal.aborted).toBe(true)
  expect(thrown).toBe(control.signal.reason)
  await expect(send(url, { signal: control.signal })).rejects.toBe(control.signal.reason)
})
