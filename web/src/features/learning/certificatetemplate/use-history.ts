import { useReducer } from 'react'

type History<T> = { past: readonly T[]; now: T; future: readonly T[]; run: string }

type Act<T> = { what: 'edit'; next: T; run: string } | { what: 'undo' | 'redo' } | { what: 'begin'; next: T }

const most = 200 // steps that can be undone

function reduce<T>(history: History<T>, act: Act<T>): History<T> {
  const { past, now, future, run } = history
  switch (act.what) {
    case 'begin':
      return { past: [], now: act.next, future: [], run: '' }
    case 'edit': {
      const continues = act.run !== '' && act.run === run
      return { past: continues ? past : [...past, now].slice(-most), now: act.next, future: [], run: act.run }
    }
    case 'undo': {
      const previous = past.at(-1)
      return previous === undefined
        ? history
        : { past: past.slice(0, -1), now: previous, future: [now, ...future], run: '' }
    }
    case 'redo': {
      const [next, ...rest] = future
      return next === undefined ? history : { past: [...past, now], now: next, future: rest, run: '' }
    }
  }
}

/** A value whose edits can be undone. Edits of the same run, such as the characters of a word, are undone as one. */
export function useHistory<T>(initial: T) {
  const [history, act] = useReducer(reduce<T>, { past: [], now: initial, future: [], run: '' })
  return {
    now: history.now,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (next: T, run = '') => act({ what: 'edit', next, run }),
    undo: () => act({ what: 'undo' }),
    redo: () => act({ what: 'redo' }),
    /** Begins again from another value. */
    begin: (next: T) => act({ what: 'begin', next }),
  }
}
