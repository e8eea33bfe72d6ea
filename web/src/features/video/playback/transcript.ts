/** One caption of a video: what is said between two times in seconds. */
export type Cue = { start: number; end: number; text: string }

/** The cues of a WebVTT file in order, as plain text. What is no cue (notes, styles, regions) is left out. */
export function cuesOf(vtt: string): Cue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => cueOf(block.split('\n')))
    .sort((a, b) => a.start - b.start)
}

function cueOf(lines: string[]): Cue[] {
  const at = lines.findIndex((line) => line.includes('-->'))
  if (at < 0) return []
  const [from = '', rest = ''] = (lines[at] ?? '').split('-->')
  const start = secondsOf(from)
  const end = secondsOf(rest.trim().split(/\s/)[0] ?? '')
  const text = plain(lines.slice(at + 1).join(' '))
  return start === undefined || end === undefined || text === '' ? [] : [{ start, end, text }]
}

/** A WebVTT timestamp in seconds; hours are optional. */
function secondsOf(timestamp: string) {
  const parts = /^\s*(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})\s*$/.exec(timestamp)
  if (!parts) return undefined
  const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return hours * 3600 + minutes * 60 + seconds + thousandths / 1000
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}

function plain(text: string) {
  return text
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g, '$1: ')
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The index of what has begun last at a time; -1 before the first. `starts` ascend. */
export function lastBegun(starts: readonly number[], time: number) {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The cues that contain all words of a search, whatever their case and accents. */
export function matching(cues: readonly Cue[], search: string): Cue[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return cues.filter(({ text }) => words.every((word) => folded(text).includes(word)))
}

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
