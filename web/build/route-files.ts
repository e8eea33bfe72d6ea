import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, Plugin } from 'vite'

const file = /^src\/app\/routes\/(.*)\.tsx\?tsr-split=component$/

/**
 * Writes routes.json: for each path of the router, the scripts and styles that its page loads after the entry. The server names them in
 * the head of the page, so that browsers load them at once, and not one after the other as each is found in the one before.
 */
export function routeFiles(): Plugin {
  let out = ''
  return {
    name: 'route-files',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8')) as Manifest
      await writeFile(join(out, 'routes.json'), JSON.stringify(filesByPath(manifest)))
    },
  }
}

/** The files of each path, without those of the entry. */
export function filesByPath(manifest: Manifest) {
  const known = new Set(reachable(manifest, ['index.html']))
  const keys = new Map(Object.keys(manifest).flatMap((key) => (file.test(key) ? [[key.replace(file, '$1'), key]] : [])))
  return Object.fromEntries(
    // A page of the same path as the frame around it comes after it, and wins: app, app.index.
    [...keys.keys()].toSorted().map((name) => {
      const chunks = reachable(
        manifest,
        withParents(name).flatMap((parent) => keys.get(parent) ?? []),
      )
      return [
        pathOf(name),
        filesOf(
          manifest,
          chunks.filter((key) => !known.has(key)),
        ),
      ]
    }),
  )
}

/** A route file and those whose outlets it is drawn in: their names are its beginnings. */
function withParents(name: string) {
  const parts = name.split(/(?=[./])/)
  return parts.map((_, at) => parts.slice(0, at + 1).join(''))
}

/** The path of a route file. Parts that begin with _ are not in it, and a _ at the end of one says only that its page is no parent. */
function pathOf(name: string) {
  const parts = name.split(/[./]/).filter((part) => !part.startsWith('_') && part !== 'index')
  return `/${parts.map((part) => part.replace(/_$/, '')).join('/')}`
}

function reachable(manifest: Manifest, from: string[]) {
  const seen = new Set<string>()
  const open = [...from]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    open.push(...(manifest[key]?.imports ?? []))
  }
  return [...seen]
}

function filesOf(manifest: Manifest, keys: string[]) {
  const chunks = keys.flatMap((key) => manifest[key] ?? [])
  return {
    scripts: chunks.map((chunk) => chunk.file),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
  }
}
