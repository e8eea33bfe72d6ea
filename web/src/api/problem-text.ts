// What the server says, in the language of the app. The server speaks English; its German is in server-sentences.de.json, by
// code and sentence, and a test of the server keeps it complete.
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

import type { components } from './schema.gen'

/** Translations by code and English sentence. Values within a sentence have numbers: `{0} lessons`. */
export type Sentences = Record<string, Record<string, string>>

/** The code of phrases that are only said within sentences. */
const parts = 'parts'

class Translation {
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

let translation: Translation | undefined

/** Shows what the server says in another language; without sentences in English. */
export function translateServer(sentences: Sentences | undefined) {
  translation = sentences && new Translation(sentences)
}

/** A sentence of the server that stands by itself, such as one about an invalid field. */
export function serverText(code: string, english: string): string {
  return translation ? (translation.of(code, english) ?? t`This is not accepted.`) : english
}

/** A sentence of the server that is kept with data, such as in a log; in English where it has no translation. */
export const keptText = (english: string): string => translation?.of('', english) ?? english

/** Why a request failed. */
export function problemText(status: number, problem: components['schemas']['Problem'] | undefined): string {
  if (!problem) return byStatus(status)
  if (!translation) return problem.message
  const field = problem.errors?.find((each) => each.message === problem.message) // of an invalid request, the message is that of a field
  return translation.of(field?.code ?? problem.code, problem.message) ?? byStatus(status)
}

function byStatus(status: number): string {
  if (status === 0) return t`The server did not answer. Check your connection and try again.`
  if (status === 401) return t`Your session has expired. Sign in again.`
  if (status === 403) return t`You don't have permission to do this.`
  if (status === 404 || status === 410) return t`This doesn't exist, or no longer does.`
  if (status === 409 || status === 412) return t`This has changed in the meantime. Reload the page and try again.`
  if (status === 413) return t`This is too large. Choose a smaller file.`
  if (status === 429) return t`Too many attempts. Wait a moment, then try again.`
  if (status >= 500) return t`Something went wrong on our side. Try again in a moment.`
  return t`This was not accepted. Check your input and try again.`
}
