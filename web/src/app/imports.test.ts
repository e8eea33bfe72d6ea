// The allowed imports: app → features → shared → api. A feature imports no other feature except its query keys, to
// invalidate what it changes there; anything else that two features need of each other is passed on by a page in
// app/pages.
import { describe, expect, test } from 'vitest'

import { dynamicImports, sources, staticImports } from '@/testing/sources'

const importsOf = new Map(Object.keys(sources).map((file) => [file, [...staticImports(file), ...dynamicImports(file)]]))

test('no imports are circular', () => {
  expect(findCircles()).toEqual([])
})

test('imports point downwards', () => {
  const refused = [...importsOf].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const reason = refuse(file, target)
      return reason ? [`${file} imports ${target}: ${reason}`] : []
    }),
  )
  expect(refused).toEqual([])
})

test('query keys are written in keys.ts', () => {
  const literal = /(query|mutation)Key: ?\[|(set|get)QueryData\(\[/
  const files = Object.keys(sources).filter((file) => !file.endsWith('/keys.ts') && !/\.test\.tsx?$/.test(file))
  expect(files.filter((file) => literal.test(sources[file] ?? ''))).toEqual([])
})

describe('the rule', () => {
  const quiz = '/src/features/learning/quiz/api.ts'
  test.each([
    [quiz, '/src/features/learning/progress/api.ts', false],
    [quiz, '/src/features/learning/progress/keys.ts', true],
    [quiz, '/src/features/people/account/keys.ts', true],
    [quiz, '/src/features/learning/quiz/labels.ts', true],
    [quiz, '/src/app/search.ts', false],
    ['/src/features/platform/mail/api.ts', '/src/features/people/user/keys.ts', false],
    ['/src/shared/pages.tsx', quiz, false],
    ['/src/shared/pages.tsx', '/src/api/client.ts', true],
    ['/src/api/client.ts', '/src/shared/pages.tsx', false],
    ['/src/upload-client/queue.ts', '/src/api/client.ts', false],
    ['/src/app/pages/learn.tsx', quiz, true],
  ])('%s may import %s: %s', (file, target, may) => {
    expect(refuse(file, target) === undefined).toBe(may)
  })
})

/** Why this file must not import that one; undefined if it may. */
function refuse(file: string, target: string) {
  const from = placeOf(file)
  const to = placeOf(target)
  if (from.layer === 'app' || from.layer === 'testing' || to.layer === 'testing') return undefined
  if (from.layer === to.layer) {
    if (from.feature === to.feature) return undefined
    if (from.wing === 'platform' && to.wing !== 'platform') return 'the platform knows no feature'
    return target.endsWith('/keys.ts') ? undefined : 'features do not import each other; compose them in app/pages'
  }
  return beneath[from.layer]?.includes(to.layer) ? undefined : `${from.layer} does not know ${to.layer}`
}

const beneath: Record<string, string[]> = {
  features: ['shared', 'api', 'upload-client'],
  shared: ['api'],
  'upload-client': [],
  api: [],
}

/** Example: /src/features/people/user/api.ts is in layer features, wing people, feature people/user. */
function placeOf(file: string) {
  const [, , layer = '', wing = '', name = ''] = file.split('/')
  return layer === 'features' ? { layer, wing, feature: `${wing}/${name}` } : { layer, wing: '', feature: '' }
}

/** One path through each cycle found by a walk through the imports. */
function findCircles() {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const target of importsOf.get(file) ?? []) walk(target, [...path, file])
    done.add(file)
  }
  for (const file of importsOf.keys()) walk(file, [])
  return circles
}
