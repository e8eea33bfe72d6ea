// Runs the real binary for journeys: each server has its own data folder and port, and cleans up after itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const binary = process.env.LECTERN_BINARY ?? resolve(import.meta.dirname, '../bin/lectern')

/** The environment variable in which global-setup.ts stores the data folder of a finished demo. */
export const demoDataVariable = 'LECTERN_E2E_DEMO'

export interface Server {
  /** Its base URL without a trailing slash: http://127.0.0.1:41234 */
  url: string
  /** Its console output so far. */
  console(): string
  stop(): Promise<void>
}

/** A new folder for a server's data. */
export const newDataFolder = () => mkdtemp(join(tmpdir(), 'lectern-e2e-'))

/** Starts an empty installation. */
export const startServer = (...args: string[]) => startOnCopy(undefined, args)

/** Starts the demo, with its video already encoded. */
export const startDemo = (...args: string[]) => startOnCopy(process.env[demoDataVariable], ['--demo', ...args])

/** Starts a server on its own copy of the data, which it deletes at the end. */
async function startOnCopy(template: string | undefined, args: string[]): Promise<Server> {
  const data = await newDataFolder()
  const remove = () => rm(data, { recursive: true, force: true })
  try {
    if (template !== undefined) await cp(template, data, { recursive: true })
    const server = await serve(data, ...args)
    return { ...server, stop: () => server.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Runs `lectern serve` on this data folder with these additional arguments; resolves when the server is ready. */
export async function serve(data: string, ...args: string[]): Promise<Server> {
  if (!existsSync(binary)) throw new Error(`${binary} does not exist: run make build first`)
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(binary, ['serve', '--listen', url.slice('http://'.length), '--data', data, ...args])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await once(child, 'exit')
    clearTimeout(kill)
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
  for (const end = Date.now() + 60_000; ; await new Promise((r) => setTimeout(r, 50))) {
    if (ended()) throw new Error('the process exited')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > end) throw new Error(`/readyz answers ${answer?.status ?? 'nothing'} after 60 s`)
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
