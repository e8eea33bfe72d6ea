import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { ApiError, fieldErrors } from './client'
import { keptText, serverText, translateServer } from './problem-text'
import sentences from './server-sentences.de.json'
import { ServerTranslation } from './server-translation'

function refusal(code: string, message: string, errors?: { field: string; code: string; message: string }[]) {
  return {
    success: false as const,
    status: 'error' as const,
    code,
    message,
    request_id: '1',
    ...(errors && { errors }),
  }
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'de', locales: 'de-DE', messages: {} })
  translateServer(new ServerTranslation(sentences))
})
afterEach(() => {
  i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} })
  translateServer(undefined)
})

const textOf = (status: number, code: string, message: string) => new ApiError(status, refusal(code, message)).message

test('in English the server speaks for itself', () => {
  translateServer(undefined)
  expect(textOf(404, 'course_not_found', 'This course does not exist.')).toBe('This course does not exist.')
})

test('the code chooses the German sentence, however the English one is worded', () => {
  expect(textOf(404, 'course_not_open', 'You can come another day.')).toBe(
    'In diesen Kurs kann man sich zurzeit nicht einschreiben.',
  )
})

test('figures, names and units are carried over', () => {
  expect(textOf(429, 'too_many_attempts', 'Too many attempts. Wait 3 minutes, then try again.')).toBe(
    'Zu viele Versuche. Warten Sie 3 Minuten und versuchen Sie es dann erneut.',
  )
  expect(textOf(409, 'course_not_open_yet', 'This course opens on 2 January 2027, 09:30 UTC.')).toBe(
    'Dieser Kurs ist ab 02.01.2027, 09:30 UTC verfügbar.',
  )
  expect(serverText('out_of_range', 'Please choose from 5 to 1,440 minutes')).toBe(
    'Wählen Sie einen Wert von 5 bis 1,440 (Minuten)',
  )
})

test('fields and the request say the same', () => {
  const field = { field: 'full_name', code: 'required', message: 'Please enter your name' }
  const error = new ApiError(400, refusal('validation_failed', field.message, [field]))
  expect(error.message).toBe('Geben Sie Ihren Namen ein')
  expect(fieldErrors(error)).toEqual({ full_name: 'Geben Sie Ihren Namen ein' })
})

test('an unknown sentence is replaced by one about its kind, never shown in English', () => {
  const messages = [0, 400, 401, 403, 404, 409, 413, 429, 503].map((status) =>
    textOf(status, 'new', 'Brand new words.'),
  )
  expect(new Set(messages).size).toBe(messages.length)
  expect(messages).not.toContain('Brand new words.')
  expect(serverText('new', 'Brand new words.')).not.toBe('Brand new words.')
})

test('every sentence is found again with its values', () => {
  const filled = (text: string) => text.replace(/\{(\d)(:date)?\}/g, (_, index: string) => `<${index}>`)
  for (const [code, each] of Object.entries(sentences))
    for (const [english, german] of Object.entries(each))
      expect(serverText(code, filled(english)), english).toBe(filled(german))
})

test('a sentence that was kept with data is translated with its values, and otherwise shown as it was kept', () => {
  expect(keptText('The video could not be processed: This file is empty.')).toBe(
    'Das Video konnte nicht verarbeitet werden: Diese Datei ist leer.',
  )
  expect(keptText('A sentence of an earlier version.')).toBe('A sentence of an earlier version.')
  translateServer(undefined)
  expect(keptText('The video is ready.')).toBe('The video is ready.')
})
