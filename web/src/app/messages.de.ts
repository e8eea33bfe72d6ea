// All German messages: the catalogues beside the code, compiled when the app is built, and what the server says.
import type { Messages } from '@lingui/core'

const catalogues = import.meta.glob<{ messages: Messages }>('../**/de.po', { eager: true })

export const messages: Messages = Object.assign({}, ...Object.values(catalogues).map((catalogue) => catalogue.messages))

export { default as sentences } from '@/api/server-sentences.de.json'
