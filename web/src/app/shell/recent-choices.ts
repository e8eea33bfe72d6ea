// What a user has chosen in the palette last, kept in this browser.

export type Choice = { path: string; title: string }

const most = 5

const keyOf = (userId: string) => `lectern.search.${userId}`

/** What the user has chosen last, the newest first; nothing for visitors. */
export function recentChoices(userId: string): Choice[] {
  if (!userId) return []
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isChoice).slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberChoice(userId: string, choice: Choice) {
  if (!userId) return
  const others = recentChoices(userId).filter(({ path }) => path !== choice.path)
  try {
    window.localStorage.setItem(keyOf(userId), JSON.stringify([choice, ...others].slice(0, most)))
  } catch {
    // storage is full or unavailable: it is not offered again
  }
}

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith('/') &&
  !value.path.startsWith('//') &&
  'title' in value &&
  typeof value.title === 'string'
