// The language of the app: the user's own, and that of the browser for visitors.
import { i18n, type Messages } from '@lingui/core'
import { useEffect } from 'react'

import { type Sentences, translateServer } from '@/api/problem-text'

/** The messages of the app in a language, and what the server says. */
type Catalogue = { messages: Messages; sentences?: Sentences }

/** English is in the code itself; other languages are loaded when they are needed. */
const catalogues: Record<string, () => Promise<Catalogue>> = {
  en: async () => ({ messages: {} }),
  de: () => import('./messages.de'),
}

/** Where the user's locale is kept, so that the next visit begins in their language before their account is known. */
const storageKey = 'lectern.locale'

const languageOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase() ?? ''

/**
 * Shows the app in the first of these locales (BCP 47) whose language there is, or in English, and dates, numbers and
 * money as in its region.
 */
async function activate(tags: readonly string[]) {
  const tag = tags.find((wanted) => languageOf(wanted) in catalogues) ?? 'en'
  const language = languageOf(tag)
  const region = tag === 'en' ? 'en-GB' : tag
  if (i18n.locale === language && i18n.locales === region) return
  const { messages = {}, sentences } = (await catalogues[language]?.()) ?? {}
  translateServer(sentences)
  i18n.loadAndActivate({ locale: language, locales: region, messages })
  document.documentElement.lang = region
}

/** Activates the locale of the last visit, or else the browser's. */
export const activateFirst = (storage: Storage) =>
  activate([storage.getItem(storageKey), ...navigator.languages].filter((tag) => tag !== null))

/** Follows the locale of the signed-in user: undefined while it is unknown, empty when they have chosen none. */
export function useLocaleOf(signedIn: boolean, locale: string | undefined) {
  useEffect(() => {
    if (!signedIn || locale === '') localStorage.removeItem(storageKey)
    else if (locale) localStorage.setItem(storageKey, locale)
    else return
    void activateFirst(localStorage)
  }, [signedIn, locale])
}
