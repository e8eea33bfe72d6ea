// The language of the app: the user's own, and that of the browser for visitors.
import { i18n, type Messages } from '@lingui/core'
import { useEffect } from 'react'

import { translateServer } from '@/api/problem-text'
import type { ServerTranslation } from '@/api/server-translation'

/** The messages of the app in a language, and what the server says. */
type Catalogue = { messages: Messages; server?: ServerTranslation }

/** English is in the code itself; other languages are loaded when they are needed. */
const catalogues: Record<string, () => Promise<Catalogue>> = {
  en: async () => ({ messages: {} }),
  de: () => import('./messages.de'),
}

/** Where the user's locale is kept, so that the next visit begins in their language before their account is known. */
const storageKey = 'lectern.locale'

const english = 'en-GB'

const languageOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase() ?? ''

/** The first locale (BCP 47) of those that the user or the browser prefers whose language there is, or English. */
function preferred(storage: Storage) {
  const tags = [storage.getItem(storageKey) ?? '', ...navigator.languages]
  const tag = tags.find((wanted) => languageOf(wanted) in catalogues) ?? english
  return tag === 'en' ? english : tag
}

/**
 * Shows the app in the locale of the last visit, or else in the browser's, with dates, numbers and money as in its
 * region. In English if the catalogue cannot be loaded.
 */
export async function activateFirst(storage: Storage) {
  const tag = preferred(storage)
  if (i18n.locales === tag) return
  const catalogue = await catalogues[languageOf(tag)]?.().catch(() => undefined)
  if (preferred(storage) !== tag) return // it has changed while the catalogue was loading
  const locales = catalogue ? tag : english
  translateServer(catalogue?.server)
  i18n.loadAndActivate({ locale: languageOf(locales), locales, messages: catalogue?.messages ?? {} })
  document.documentElement.lang = locales
}

/** Follows the locale of the signed-in user: undefined while it is unknown, empty when they have chosen none. */
export function useLocaleOf(signedIn: boolean, locale: string | undefined) {
  useEffect(() => {
    if (!signedIn || locale === '') localStorage.removeItem(storageKey)
    else if (locale) localStorage.setItem(storageKey, locale)
    else return
    void activateFirst(localStorage)
  }, [signedIn, locale])
}
