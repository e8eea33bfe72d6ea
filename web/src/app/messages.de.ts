// All German messages: the catalogues beside the code, compiled when the app is built, and what the server says.
import type { Messages } from '@lingui/core'

import sentences from '@/api/server-sentences.de.json'
import { ServerTranslation } from '@/api/server-translation'

const catalogues = import.meta.glob<{ messages: Messages }>('../**/de.po', { eager: true })

export const messages: Messages = Object.assign({}, ...Object.values(catalogues).map((catalogue) => catalogue.messages))

export const server = new ServerTranslation(sentences)
