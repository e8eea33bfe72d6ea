import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'

import { createAppRouter } from '../router'
import { matchingPages, pages } from './command-palette-pages'

const account = (operations: string[]) => ({ operations, roles: [] }) as unknown as Schema<'Permissions'>
const say = ({ message }: { message?: string }) => message ?? ''

const titles = (typed: string, user?: Schema<'Permissions'>) =>
  matchingPages(typed, user, say).map(({ title }) => title)

test('pages are found by the beginnings of their names and of other words, by those who may open them', () => {
  const teacher = account(['POST /courses/create'])
  expect(titles('create cour', teacher)).toEqual(['Create course'])
  expect(titles('create cour', account([]))).toEqual([])
  expect(titles('PASSWÓRD', account([]))).toEqual(['Password and devices'])
  expect(titles('goals')).toEqual([]) // of a visitor
  expect(titles('catal')).toEqual(['Catalogue'])
})

test('those whose names begin as what is typed come first', () => {
  expect(titles('certif', account([]))).toEqual(['Certificates', 'Check a certificate'])
})

/** Pages for those who are signed in that nobody looks for by name, and why. */
const unlisted: Record<string, string> = {
  '/checkout': 'is about an order',
  '/oauth/link': 'a sign-in provider leads there',
  '/settings': 'its parts are found',
  '/teach/courses': 'leads to /teach',
  '/admin/demos/feedback': 'part of demo classes',
  '/teach/demos/feedback': 'part of demo classes',
  '/admin/announcements/figures': 'part of announcements',
}

test('every page of users is found', () => {
  const { routesById } = createAppRouter(new QueryClient())
  const addresses = Object.values(routesById)
    .filter(({ id, children }) => !children && id.startsWith('/_signed-in'))
    .map(({ fullPath }) => fullPath.replace(/(.)\/$/, '$1'))
    .filter((path) => !path.includes('$'))
  expect(addresses.length).toBeGreaterThan(50)
  const found = new Set(pages.map(({ path }) => path).concat(Object.keys(unlisted)))
  expect(addresses.filter((path) => !found.has(path))).toEqual([])
})
