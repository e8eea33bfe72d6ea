// Parsing of responses that may use either of two spellings and up to three wrappers (spec 000 section 3).

const LAYERS = 3

type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A non-empty string; a number becomes its digits. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An integer of at least 1; a string of digits counts. */
export function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
export const object = (value: unknown): Json | undefined => (isObject(value) ? value : undefined)
export const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** The first valid value under one of the names, nearest the root first, at most three levels deep. */
export function lookUp<T>(json: unknown, read: (value: unknown) => T | undefined, ...names: string[]): T | undefined {
  let layer = isObject(json) ? [json] : []
  for (let depth = 0; depth <= LAYERS; depth++) {
    for (const holder of layer) {
      for (const name of names) {
        const found = read(holder[name])
        if (found !== undefined) return found
      }
    }
    layer = layer.flatMap((holder) => Object.values(holder).filter(isObject))
  }
  return undefined
}

/** Parsed JSON, or undefined if it is invalid. */
export function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
