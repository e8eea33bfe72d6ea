// Pages that visitors see load the styles of a part of Mantine (mantine-public.css): a component without its styles is still in the
// page, but a dialog, for one, lies below everything else.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { dynamicImports, sources, staticImports } from '@/testing/sources'

const styled = Object.keys(import.meta.glob('/node_modules/@mantine/core/styles/*.layer.css')).map(
  (path) => path.split('/').at(-1)?.replace('.layer.css', '') ?? '',
)
const publicStyles = readFileSync(resolve(import.meta.dirname, 'mantine-public.css'), 'utf8')
const named = /@mantine\/core\/styles\/(\w+)\.layer\.css/g
const all = "import '@mantine/core/styles.layer.css'"

test('public pages load the styles of their components', () => {
  const shell = walk('/src/app/routes/__root.tsx')
  const known = new Set([...publicStyles.matchAll(named)].map(([, name = '']) => name).concat(shell.styles))
  const pages = Object.keys(sources).filter((file) => /^\/src\/app\/routes\/(?!_|.*\.test)/.test(file))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.flatMap((page) => missing(page, known))).toEqual([])
})

test('public styles are in the order of all of them, in which later ones win', () => {
  const folder = resolve(import.meta.dirname, '../../node_modules/@mantine/core')
  const whole = readFileSync(resolve(folder, 'styles.layer.css'), 'utf8')
  const names = [...publicStyles.matchAll(named)].map(([, name = '']) => name)
  const place = (name: string) => {
    const [first = ''] = /\.m_[0-9a-f]+/.exec(readFileSync(resolve(folder, `styles/${name}.layer.css`), 'utf8')) ?? []
    return first ? whole.indexOf(first) : 0
  }
  expect(names.length).toBeGreaterThan(20)
  expect(names).toEqual(names.toSorted((a, b) => place(a) - place(b)))
})

/** The components of what is loaded with this file, or later by it, whose styles are not loaded by then. */
function missing(file: string, known: Set<string>, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const { files, styles, components } = walk(file)
  if (styles.includes('*')) return []
  const loaded = new Set([...known, ...styles])
  const lacking = components.filter(({ name }) => !loaded.has(name))
  const later = files.flatMap(dynamicImports).flatMap((target) => missing(target, loaded, seen))
  return [...lacking.map(({ from, name }) => `${file}: ${name} of ${from}`), ...later]
}

/** What is loaded together with a file: the files, the styles (* for all) and the styled components that they import. */
function walk(file: string) {
  const files = new Set([file])
  for (const each of files) for (const target of staticImports(each)) files.add(target)
  const texts = [...files].map((from) => ({ from, text: sources[from] ?? '' }))
  const styles = texts.flatMap(({ text }) => [
    ...(text.includes(all) ? ['*'] : []),
    ...[...text.matchAll(named)].map(([, name = '']) => name),
  ])
  const components = texts.flatMap(({ from, text }) => componentsIn(text).map((name) => ({ from, name })))
  return { files: [...files], styles, components }
}

function componentsIn(text: string) {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? []
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => styled.includes(name))
}
