import { figure, members, text } from '@/shared/read'

// Contents arrive as stored. Each editor takes the fields that it knows; anything else counts as empty.

export const textOf = (content: unknown) => text(members(content).html)

export const addressOf = (content: unknown) => text(members(content).url)

export const videoOf = (content: unknown) => text(members(content).video_id)

export function fileOf(content: unknown) {
  const { file_id, name, size, type, address } = members(content)
  return { id: text(file_id), name: text(name), size: figure(size), type: text(type), address: text(address) }
}

export function sessionOf(content: unknown) {
  const { date, start_time, duration_minutes, timezone, join_url, starts_at } = members(content)
  return {
    date: text(date),
    start: text(start_time),
    minutes: figure(duration_minutes),
    zone: text(timezone),
    join: text(join_url),
    startsAt: text(starts_at),
  }
}
