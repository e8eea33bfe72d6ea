import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError, type Schema } from '@/api/client'

import type { LessonEntry } from './api'
import { Autosave, type UnsavedEdit, type UnsavedEditStore, UnsavedEditsError } from './autosave'
import { lesson } from './fixtures'

type Change = Schema<'LessonChange'>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * A server with one lesson: like the real one, it refuses an edit of an older revision and returns
 * the current state.
 */
function world(kept?: UnsavedEdit) {
  let now: LessonEntry = { ...lesson, revision: 5, content_id: 'k5' }
  const sent: Change[] = []
  const failures: ApiError[] = []
  const save = (change: Change) => {
    const { revision: _, content, ...members } = change
    const revision = now.revision + 1
    now = {
      ...now,
      ...members,
      revision,
      content_id: content === undefined ? now.content_id : `k${revision}`,
    } as LessonEntry
    return now
  }
  const stale = () =>
    new ApiError(412, {
      success: false,
      status: 'error',
      code: 'stale_version',
      message: 'Another user has changed this.',
      request_id: 'r',
      error: { revision: now.revision, current: now, content: { html: '<p>theirs</p>' } },
    })
  let store = kept
  const keep: UnsavedEditStore = {
    load: () => store,
    store: (next) => {
      store = next
    },
  }
  const open = () =>
    new Autosave({
      base: now,
      keep,
      onSaved: () => {},
      send: async (change) => {
        sent.push(change)
        const failure = failures.shift()
        if (failure) throw failure
        if (change.revision !== now.revision) throw stale()
        return save(change)
      },
    })
  return { open, sent, failures, elsewhere: save, keptNow: () => store, standing: () => now }
}

test('saves everything typed once, after a pause', async () => {
  const { open, sent } = world()
  const autosave = open()
  autosave.change({ title: 'B' })
  autosave.change({ title: 'Bee', summary: 'x' })
  expect(autosave.getSnapshot().state).toBe('waiting')
  await vi.advanceTimersByTimeAsync(800)
  expect(sent).toEqual([{ title: 'Bee', summary: 'x', revision: 5 }])
  expect(autosave.getSnapshot().state).toBe('saved')
})

test('edits made during a save are saved after it, on the new revision', async () => {
  const { open, sent } = world()
  const autosave = open()
  autosave.change({ title: 'One' })
  const first = autosave.flush()
  autosave.change({ title: 'Two' })
  await first
  await vi.advanceTimersByTimeAsync(800)
  expect(sent.map(({ title, revision }) => [title, revision])).toEqual([
    ['One', 5],
    ['Two', 6],
  ])
  expect(autosave.getSnapshot()).toMatchObject({ state: 'saved', mine: {} })
})

test('never overwrites another teacher’s save: both texts are kept until the user chooses', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    const { open, sent, elsewhere, standing, keptNow } = world()
    const autosave = open()
    elsewhere({ content: { html: '<p>theirs</p>' } })
    autosave.change({ content: { html: '<p>mine</p>' } })
    await autosave.flush()
    expect(autosave.getSnapshot()).toMatchObject({
      state: 'conflict',
      mine: { content: { html: '<p>mine</p>' } },
      theirs: { content: { html: '<p>theirs</p>' } },
    })
    expect(standing().content_id).toBe('k6')
    autosave.change({ content: { html: '<p>mine, more</p>' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1) // nothing is sent automatically
    if (choice === 'mine') {
      await autosave.keepMine()
      expect(sent[1]).toEqual({ content: { html: '<p>mine, more</p>' }, revision: 6 })
    } else {
      autosave.takeTheirs()
      expect(standing().content_id).toBe('k6')
    }
    expect(autosave.getSnapshot()).toMatchObject({ state: 'saved', mine: {} })
    expect(keptNow()).toBeUndefined()
  }
})

test('what the server has already is not in conflict: the answer to the save was lost', async () => {
  const { open, elsewhere, sent, keptNow } = world()
  const autosave = open()
  autosave.change({ title: 'Mine' })
  elsewhere({ title: 'Mine' })
  await autosave.flush()
  expect(autosave.getSnapshot()).toMatchObject({ state: 'saved', base: { revision: 6 }, mine: {} })
  expect(keptNow()).toBeUndefined()
  expect(sent).toHaveLength(1)
})

test('edits of different fields are merged without asking', async () => {
  const { open, elsewhere, standing, sent } = world()
  const autosave = open()
  elsewhere({ required: false })
  autosave.change({ title: 'Mine' })
  await autosave.flush()
  expect(standing()).toMatchObject({ title: 'Mine', required: false })
  expect(sent.map((s) => s.revision)).toEqual([5, 6])
})

test('another teacher’s text is never adopted unseen, even if only the title is saved', async () => {
  const { open, elsewhere, standing } = world()
  const autosave = open()
  elsewhere({ content: { html: '<p>theirs</p>' } })
  autosave.change({ title: 'Mine' })
  await autosave.flush()
  expect(autosave.getSnapshot().state).toBe('conflict')
  await autosave.keepMine()
  expect(standing()).toMatchObject({ title: 'Mine', content_id: 'k6' })
})

test('offline: says so, keeps the edits, and saves them once the server responds', async () => {
  const { open, failures, standing, keptNow } = world()
  const autosave = open()
  failures.push(new ApiError(0))
  autosave.change({ title: 'Typed offline' })
  await autosave.flush()
  expect(autosave.getSnapshot()).toMatchObject({ state: 'offline', mine: { title: 'Typed offline' } })
  expect(keptNow()?.patch).toEqual({ title: 'Typed offline' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(standing().title).toBe('Typed offline')
  expect(keptNow()).toBeUndefined()
})

test('unsaved edits from before a reload conflict with a newer save', async () => {
  const { open, standing } = world({
    patch: { title: 'From before' },
    base: { ...lesson, revision: 3, content_id: 'k3', title: 'Then' },
  })
  const autosave = open()
  await autosave.flush()
  expect(autosave.getSnapshot()).toMatchObject({ state: 'conflict', mine: { title: 'From before' } })
  expect(standing().title).toBe(lesson.title)
})

test('a refused edit is kept and shown with the reason', async () => {
  const { open, failures, sent } = world()
  const autosave = open()
  failures.push(new ApiError(400))
  autosave.change({ content: { url: 'https://evil.test' } })
  await autosave.flush()
  expect(autosave.getSnapshot()).toMatchObject({ state: 'refused', mine: { content: { url: 'https://evil.test' } } })
  autosave.change({ content: { url: 'https://youtu.be/x' } })
  await vi.advanceTimersByTimeAsync(800)
  expect(sent).toHaveLength(2)
  expect(autosave.getSnapshot().state).toBe('saved')
})

test('adopts a newer lesson with the same text, and starts over with a different text', () => {
  const { open, elsewhere } = world()
  const autosave = open()
  expect(autosave.adopt(elsewhere({ required: false }))).toBe(true)
  expect(autosave.getSnapshot().base).toMatchObject({ required: false, revision: 6 })
  expect(autosave.adopt(elsewhere({ content: {} }))).toBe(false)
})

test('an operation that changes the lesson runs between two saves, each on the revision before', async () => {
  const { open, sent, elsewhere, standing } = world()
  const autosave = open()
  const based: number[] = []
  autosave.change({ content: { html: '<p>mine</p>' } })
  const performed = autosave.perform(
    async (revision) => {
      based.push(revision)
      autosave.change({ title: 'Typed while it runs' })
      return elsewhere({ content: { html: '<p>mine, and more</p>' } })
    },
    async () => standing(),
  )
  expect((await performed).startOver).toBe(false)
  await vi.advanceTimersByTimeAsync(800)
  expect(based).toEqual([6])
  expect(sent.map(({ revision }) => revision)).toEqual([5, 7])
  expect(autosave.getSnapshot()).toMatchObject({ state: 'saved', mine: {}, base: { title: 'Typed while it runs' } })
})

test('an operation refused for another teacher’s save runs again on theirs, and the editor starts over', async () => {
  const { open, elsewhere, standing } = world()
  const autosave = open()
  elsewhere({ content: { html: '<p>theirs</p>' } })
  const based: number[] = []
  const performed = autosave.perform(
    async (revision) => {
      based.push(revision)
      if (revision !== standing().revision) throw new ApiError(412)
      return elsewhere({ content: { html: '<p>theirs, and more</p>' } })
    },
    async () => standing(),
  )
  expect((await performed).startOver).toBe(true)
  expect(based).toEqual([5, 6])
})

test('an operation does not run while edits cannot be saved', async () => {
  const { open, failures } = world()
  const autosave = open()
  failures.push(new ApiError(400))
  autosave.change({ title: '' })
  const operation = vi.fn()
  await expect(autosave.perform(operation, async () => lesson)).rejects.toBeInstanceOf(UnsavedEditsError)
  expect(operation).not.toHaveBeenCalled()
  expect(autosave.getSnapshot().mine).toEqual({ title: '' })
})
