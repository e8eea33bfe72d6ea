/** A text without accents, in lower case. */
export const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export type Part = { text: string; isMatch: boolean }

/** Splits a text where its words begin with words that were typed, whatever their case and accents. */
export function matches(text: string, typed: string): Part[] {
  const wanted = fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
  return (text.match(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu) ?? [])
    .flatMap((word) => {
      const begun = wanted.find((beginning) => fold(word).startsWith(beginning))
      const length = begun ? lengthOf(word, begun.length) : 0
      return [
        { text: word.slice(0, length), isMatch: true },
        { text: word.slice(length), isMatch: false },
      ]
    })
    .filter((part) => part.text)
}

/** The length of the beginning of a word that has so many characters when it is folded. */
function lengthOf(word: string, folded: number) {
  let length = 0
  let sum = 0
  for (const character of word) {
    const more = fold(character).length
    if (sum >= folded && more > 0) break
    sum += more
    length += character.length
  }
  return length
}
