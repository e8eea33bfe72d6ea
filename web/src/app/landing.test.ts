import { expect, test } from 'vitest'

import type { Role } from '@/shared/roles'

import { landingOf } from './landing'

test.each<[Role[], string]>([
  [['student'], '/app'],
  [['corporate'], '/company'],
  [['instructor'], '/teach'],
  [['admin'], '/admin'],
  [['student', 'corporate'], '/company'],
  [['student', 'corporate', 'instructor'], '/teach'],
  [['student', 'instructor', 'admin'], '/admin'],
])('%s start on %s', (roles, page) => {
  expect(landingOf(roles)).toBe(page)
  expect(landingOf(roles.toReversed())).toBe(page)
})
