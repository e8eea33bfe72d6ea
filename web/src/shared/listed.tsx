import { i18n } from '@lingui/core'
import { createElement, Fragment, type ReactNode } from 'react'

/** Elements in a sentence: `A, B and C`. */
export function listed(elements: ReactNode[]) {
  const parts = new Intl.ListFormat(i18n.locales, { type: 'conjunction' }).formatToParts(elements.map((_, i) => `${i}`))
  return createElement(
    Fragment,
    null,
    ...parts.map(({ type, value }) => (type === 'element' ? elements[Number(value)] : value)),
  )
}
