// Saves a post while its author types, and never overwrites what was saved elsewhere since.
import { useEffect, useState } from 'react'

import { ApiError, errorDetails } from '@/api/client'

import { type PostDraft, type PostEdit, useSavePost } from './api'

/** What the author edits of a post. */
export type PostValues = Required<Omit<PostEdit, 'autosave'>>

const rest = 1200 // milliseconds without typing before the text is saved
const retryAfter = 10_000 // while the server does not respond

const valuesOf = (d: PostDraft): PostValues => ({
  title: d.title,
  excerpt: d.excerpt,
  html: d.html,
  coverAlt: d.coverAlt,
  language: d.language,
  tags: d.tags,
  metaTitle: d.metaTitle,
  metaDescription: d.metaDescription,
  canonicalUrl: d.canonicalUrl,
})

const isSame = (a: PostValues, b: PostValues) => JSON.stringify(a) === JSON.stringify(b)

/** The draft that the server has instead of the one that an edit was based on. */
function newerDraft(error: Error): PostDraft | undefined {
  const details = error instanceof ApiError && error.status === 412 ? errorDetails(error) : undefined
  return details && 'mayPublish' in details ? details : undefined
}

const isOffline = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

export function useDraftSaving(loaded: PostDraft) {
  const save = useSavePost(loaded.id)
  const [base, setBase] = useState(loaded)
  const [values, setValues] = useState(() => valuesOf(loaded))
  /** What the server has instead, when both sides have changed the text. */
  const [theirs, setTheirs] = useState<PostDraft>()
  const [error, setError] = useState<Error>()
  /** Grows whenever the text is replaced, so that the editor begins anew. */
  const [round, setRound] = useState(0)
  const isSaved = isSame(values, valuesOf(base))

  const refused = (failure: Error) => {
    const newer = newerDraft(failure)
    if (!newer) return setError(failure)
    // The same text under a new version: it was published, or renamed. What is typed here is based on it.
    if (isSame(valuesOf(newer), valuesOf(base)) || isSame(valuesOf(newer), values)) return setBase(newer)
    setTheirs(newer)
  }
  const send = () => {
    setError(undefined)
    save.mutate(
      { version: base.version, body: { ...values, autosave: true } },
      { onSuccess: setBase, onError: refused },
    )
  }
  const waits = !isSaved && !save.isPending && !theirs && (!error || isOffline(error))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edit begins the pause anew
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(send, error ? retryAfter : rest)
    return () => clearTimeout(timer)
  }, [waits, values, base, error])
  useUnloadWarning(!isSaved)

  const replace = (draft: PostDraft) => {
    setBase(draft)
    setValues(valuesOf(draft))
    setTheirs(undefined)
    setRound((n) => n + 1)
  }
  return {
    base,
    values,
    theirs,
    error,
    round,
    state: isSaved ? ('saved' as const) : save.isPending ? ('saving' as const) : ('waiting' as const),
    edit: (changed: Partial<PostValues>) => {
      setError(undefined)
      setValues((before) => ({ ...before, ...changed }))
    },
    /** Takes what an operation beside the text has stored, such as a cover. What is typed meanwhile stays. */
    adopt: (draft: PostDraft) => {
      setBase(draft)
      if (draft.coverAlt !== base.coverAlt) setValues((before) => ({ ...before, coverAlt: draft.coverAlt }))
    },
    replace,
    keepMine: () => {
      if (theirs) setBase(theirs)
      setTheirs(undefined)
    },
  }
}

/** Asks before the page is closed with unsaved text. */
function useUnloadWarning(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
