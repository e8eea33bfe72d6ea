// Refuses what the server would refuse because a member has no value, with its sentence, before anything is sent.
import { refusals } from './refusals.gen'
import type { components } from './schema.gen'

type Problem = components['schemas']['Problem']

/** The codes of the server, by the ways in which a member has no value: absent, null, "", only spaces, []. */
const codes: Record<string, string> = {
  a: 'required',
  n: 'invalid_type',
  t: 'required',
  b: 'required',
  l: 'too_few',
}

/** The refusal of a request with this body, such as of `POST /auth/login`; undefined if it has to be sent. */
export function refuse(operation: string, body: unknown): Problem | undefined {
  const errors = (refusals[operation] ?? []).flatMap(([member, when, message]) =>
    members(body, member.split(/\.|(?=\[\])/))
      .map(({ field, value }) => ({ field, way: wayOf(value) }))
      .filter(({ way }) => when.includes(way))
      .map(({ field, way }) => ({ field, code: codes[way] ?? way, message })),
  )
  const [first] = errors
  return (
    first && {
      success: false,
      status: 'error',
      code: 'validation_failed',
      message: first.message,
      errors,
      request_id: '',
    }
  )
}

/** What is at a path of a body, of lists in each of their items; nothing where an object on the way is missing. */
function members(body: unknown, [first, ...rest]: string[], at = ''): { field: string; value: unknown }[] {
  if (first === undefined) return [{ field: at, value: body }]
  if (first === '[]') return Array.isArray(body) ? body.flatMap((item, i) => members(item, rest, `${at}[${i}]`)) : []
  if (!isObject(body)) return []
  return members(body[first], rest, at ? `${at}.${first}` : first)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In which way a value is none; "-" if it is one. */
function wayOf(value: unknown): string {
  if (value === undefined) return 'a'
  if (value === null) return 'n'
  if (value === '') return 't'
  if (typeof value === 'string' && /^[\t\n\f\r ]*$/.test(value)) return 'b' // as the server's patterns see spaces
  return Array.isArray(value) && value.length === 0 ? 'l' : '-'
}
