import type { Schema } from '@/api/client'

export type Chapter = Schema<'Chapter'>

/**
 * Gives an element the chapters, from which media-chrome divides the seek bar. An element never loses a text track, so one that plays
 * another video gets other cues in the same track.
 */
export function showChapters(video: HTMLVideoElement, chapters: readonly Chapter[], duration: number) {
  const there = [...video.textTracks].find((track) => track.kind === 'chapters')
  if (!there && chapters.length === 0) return
  const track = there ?? video.addTextTrack('chapters')
  track.mode = 'hidden' // not drawn; a disabled track has no cues
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue)
  for (const [i, { start, title }] of chapters.entries())
    track.addCue(new VTTCue(start, chapters[i + 1]?.start ?? duration, title))
}

/** A time that a teacher has typed (`90`, `1:30`, `1:02:03`) in seconds; undefined for anything else. */
export function typedTime(text: string) {
  const parts = text.trim().split(':')
  if (parts.length > 3 || parts.some((part, i) => !(i === parts.length - 1 ? /^\d+(\.\d+)?$/ : /^\d+$/).test(part)))
    return undefined
  if (parts.slice(1).some((part) => Number(part) >= 60)) return undefined
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}

export type TypedChapter = { time: string; title: string }
export type ChapterProblem = 'time' | 'order' | 'end' | 'title'

/** What is wrong with each of the chapters that a teacher has typed, by its index; what the server would refuse. */
export function chapterProblems(typed: readonly TypedChapter[], duration: number) {
  const problems = new Map<number, ChapterProblem>()
  let before = -1
  for (const [i, { time, title }] of typed.entries()) {
    const start = typedTime(time)
    if (start === undefined) problems.set(i, 'time')
    else if (start <= before) problems.set(i, 'order')
    else if (start >= duration) problems.set(i, 'end')
    else if (title.trim() === '') problems.set(i, 'title')
    before = Math.max(before, start ?? before)
  }
  return problems
}
