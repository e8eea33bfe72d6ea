import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'

import { matchingPages } from './command-palette-pages'

const account = (operations: string[]) => ({ operations, roles: [] }) as unknown as Schema<'Permissions'>
const say = ({ message }: { message?: string }) => message ?? ''

const titles = (typed: string, user?: Schema<'Permissions'>) =>
  matchingPages(typed, user, say).map(({ title }) => title)

test('pages are found by the beginnings of their names and of other words, by those who may open them', () => {
  const teacher = account(['POST /courses/create'])
  expect(titles('create cour', teacher)).toEqual(['Create course'])
  expect(titles('create cour', account([]))).toEqual([])
  expect(titles('PASSWÓRD', account([]))).toEqual(['Sign-in security'])
  expect(titles('goals')).toEqual([]) // of a visitor
  expect(titles('catal')).toEqual(['Catalogue'])
})
