import { describe, expect, test } from 'vitest'
import { validateSession } from './calls'
import { type Behaviour, patternFile, ScriptedServer } from './testing/scripted-server'
import { table } from './testing/table'
import { Uploader } from './uploader'
import { Wire } from './wire'

const behaviours = table<Behaviour>('behaviours')

describe('the scripted servers of testdata/upload-scripts', () => {
  test.each(behaviours)('$name', async (behaviour) => {
    const server = new ScriptedServer(behaviour)
    const { got, uploader } = await play(behaviour, server)

    expect(server.surprises).toEqual([])
    expect(server.left).toBe(0)
    const { state, session, refreshes, failure } = uploader.getSnapshot()
    const { want } = behaviour
    expect(state).toBe(want.state)
    expect(failure?.errorClass).toBe(want.class)
    expect(failure?.retryable).toBe(want.retryable)
    if (want.message !== undefined) expect(failure?.message).toBe(want.message)
    expect(server.partsSent).toEqual(want.partsSent)
    expect(server.delaysMs).toEqual(want.delaysMs)
    expect(refreshes).toBe(want.refreshes)
    expect(server.signedOut).toBe(want.signedOut)
    expect(session !== null).toBe(want.sessionKept)
    expect(got.abort).toEqual(want.abort)
    if (want.valid) expect(got.valid).toMatchObject(want.valid)
  })
})

async function play(behaviour: Behaviour, server: ScriptedServer) {
  const { courseId, chunkSize, kept } = behaviour
  const wire = {
    baseUrl: '/api/v1',
    authorize: server.authorize,
    onUnauthorized: server.onUnauthorized,
    transport: server.transport,
  }
  const file = patternFile(behaviour.file)
  const uploader = new Uploader({ ...wire, file, courseId, chunkSize, resume: kept, sleep: server.sleep })
  const got: { abort?: unknown; valid?: unknown } = {}
  for (const action of behaviour.do) {
    if (action === 'abort') got.abort = await uploader.abort()
    else if (action !== 'validate') await uploader.run()
    else if (kept) got.valid = await validateSession(new Wire(wire), kept.session, new AbortController().signal)
  }
  return { got, uploader }
}
