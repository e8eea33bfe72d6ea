/** What a viewer has chosen in the player, kept on this device for every video. */
export type PlayerSettings = {
  /** Times the normal speed. */
  speed: number
  /** BCP 47 tag of the captions that are shown; empty for none. */
  captions: string
  /** From 0 to 1. */
  volume: number
  muted: boolean
  /** Whether the next lesson opens by itself at the end of a video. */
  autoplay: boolean
  /** Whether the player has the width of the page. */
  theatre: boolean
}

export const defaultSettings: PlayerSettings = {
  speed: 1,
  captions: '',
  volume: 1,
  muted: false,
  autoplay: true,
  theatre: false,
}

const key = 'lectern.player'

/** The settings on this device. What is missing or damaged has its default. */
export function readSettings(storage: Pick<Storage, 'getItem'> = window.localStorage): PlayerSettings {
  const kept = parsed(storage)
  const within = (value: unknown, least: number, most: number) =>
    typeof value === 'number' && value >= least && value <= most ? value : undefined
  const either = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
  return {
    speed: within(kept.speed, 0.25, 4) ?? defaultSettings.speed,
    captions: typeof kept.captions === 'string' ? kept.captions : defaultSettings.captions,
    volume: within(kept.volume, 0, 1) ?? defaultSettings.volume,
    muted: either(kept.muted) ?? defaultSettings.muted,
    autoplay: either(kept.autoplay) ?? defaultSettings.autoplay,
    theatre: either(kept.theatre) ?? defaultSettings.theatre,
  }
}

/** Keeps a change of the settings; the others stay as another tab may have left them. */
export function saveSettings(change: Partial<PlayerSettings>, storage: Storage = window.localStorage) {
  try {
    storage.setItem(key, JSON.stringify({ ...readSettings(storage), ...change }))
  } catch {
    // The storage is full or blocked: the choice holds for this page alone.
  }
}

function parsed(storage: Pick<Storage, 'getItem'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
