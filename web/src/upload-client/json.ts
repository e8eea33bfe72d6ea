// Reading answers that may be spelled in two ways and wrapped in up to three layers (spec 000 section 3).

const LAYERS = 3

type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A non-empty text; a number is taken as its digits. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole number of at least 1; digits in a text count. */
export function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
export const object = (value: unknown): Json | undefined => (isObject(value) ? value : undefined)
export const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** The first readable value under one of the names, nearest the root first, at most three layers down. */
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

/** Parsed JSON, or undefined where it is none. */
export function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
