// What the server says, in another language than English. Loaded with the messages of that language.
import { i18n } from '@lingui/core'

/** Translations by code and English sentence. Values within a sentence have numbers: `{0} lessons`. */
type Sentences = Record<string, Record<string, string>>

/** The code of phrases that are only said within sentences. */
const parts = 'parts'

/** The sentences of the server in one language. */
export class ServerTranslation {
  private readonly exact = new Map<string, string>()
  private readonly patterns: { code: string; english: RegExp; german: string; length: number }[] = []

  constructor(private readonly byCode: Sentences) {
    for (const [code, sentences] of Object.entries(byCode))
      for (const [english, german] of Object.entries(sentences))
        if (english.includes('{0}'))
          this.patterns.push({ code, english: matcher(english), german, length: english.length })
        else this.exact.set(english, german)
    this.patterns.sort((a, b) => b.length - a.length) // the most specific one first
  }

  /** The translation of a sentence; where it was reworded since, its code chooses if it says only one thing. */
  of(code: string, english: string): string | undefined {
    return this.exactly(code, english) ?? this.onlyOne(code)
  }

  private exactly(code: string, english: string): string | undefined {
    const exact = this.byCode[code]?.[english] ?? this.exact.get(english)
    if (exact !== undefined) return exact
    for (const pattern of this.patterns) {
      const found = (code === parts || pattern.code !== parts) && pattern.english.exec(english)
      if (found) return this.fill(pattern.german, found)
    }
    return undefined
  }

  private fill(german: string, [, ...values]: string[]): string {
    return german.replace(/\{(\d)(:date)?\}/g, (_, index: string, isDate?: string) => {
      const value = values[Number(index)] ?? ''
      return isDate ? dateIn(value) : (this.exactly(parts, value) ?? value)
    })
  }

  private onlyOne(code: string): string | undefined {
    const [german, ...others] = Object.values(this.byCode[code] ?? {})
    return others.length === 0 && !german?.includes('{') ? german : undefined
  }
}

const matcher = (english: string) =>
  new RegExp(`^${english.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&').replace(/\\\{\d\\\}/g, '([^]*?)')}$`)

/** A time in UTC as the server writes it: `2 January 2026, 15:04`. */
function dateIn(english: string): string {
  const [, minute] = /^(\d+ \w+ \d{4}, \d\d:\d\d)( UTC)?$/.exec(english) ?? []
  if (!minute) return english
  const at = Date.parse(`${minute} UTC`)
  return new Intl.DateTimeFormat(i18n.locales, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)
}
