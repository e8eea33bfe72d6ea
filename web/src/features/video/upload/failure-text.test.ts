import { i18n, type Messages } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'

import { classify, UploadError } from '@/upload-client'
import { failureText, refusalText } from './failure-text'

const full = new UploadError('SERVER_ERROR', 'SERVER_MESSAGE', {
  status: 507,
  advice: { action: 'FREE_SPACE' },
  said: 'There is no room for this video: it needs 12 GB, 3 GB are free.',
})
const catalogues = import.meta.glob<{ messages: Messages }>('./de.po', { eager: true })
const messages = catalogues['./de.po']?.messages ?? {}
const inGerman = () => i18n.loadAndActivate({ locale: 'de', locales: 'de-DE', messages })

afterEach(() => i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} }))

test('English readers read the server’s own words, others what its class means', () => {
  expect(failureText(classify(full)).what).toBe(full.message)
  inGerman()
  expect(failureText(classify(full))).toEqual({
    what: 'Serverfehler. Der Video-Dienst ist zurzeit nicht erreichbar. Versuchen Sie es später erneut.',
    next: 'Informieren Sie Ihre Administration. Sobald auf dem Server wieder Platz ist, können Sie fortfahren: Was angekommen ist, bleibt erhalten.',
  })
})

test('a refusal is in the reader’s language', () => {
  const refused = { fileName: 'notes.txt', code: 'FORMAT_UNSUPPORTED', message: 'Unsupported video format' } as const
  expect(refusalText(refused)).toBe('Unsupported video format')
  inGerman()
  expect(refusalText(refused)).toBe('Dieses Videoformat wird nicht unterstützt.')
})
