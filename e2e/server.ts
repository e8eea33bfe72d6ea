// Runs the real binary for a journey: its own data folder, its own port, gone afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const binary = process.env.LECTERN_BINARY ?? resolve(import.meta.dirname, '../bin/lectern')

export interface Server {
  /** Where it listens, without a slash at the end: http://127.0.0.1:41234 */
  url: string
  /** What it has written to its console so far. */
  console(): string
  stop(): Promise<void>
}

/** Starts `lectern serve` with these further arguments and answers when it says that it is ready. */
export async function startServer(...args: string[]): Promise<Server> {
  if (!existsSync(binary)) throw new Error(`${binary} is not there: run make build first`)
  const data = await mkdtemp(join(tmpdir(), 'lectern-e2e-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(binary, ['serve', '--listen', url.slice('http://'.length), '--data', data, ...args])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      const stubborn = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await once(child, 'exit')
      clearTimeout(stubborn)
    }
    await rm(data, { recursive: true, force: true })
  }
  try {
    await ready(url, () => child.exitCode !== null)
  } catch (error) {
    await stop()
    throw new Error(`lectern serve did not start:\n${output}`, { cause: error })
  }
  return { url, console: () => output, stop }
}

async function ready(url: string, ended: () => boolean) {
  for (const end = Date.now() + 30_000; ; await new Promise((r) => setTimeout(r, 50))) {
    if (ended()) throw new Error('the process ended')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > end) throw new Error(`/readyz answers ${answer?.status ?? 'nothing'} after 30 s`)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  probe.close()
  await once(probe, 'close')
  return address.port
}
