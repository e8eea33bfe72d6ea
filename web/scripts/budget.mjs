// Fails when the first public page (the catalogue) costs more than its budget, gzipped, as the browser fetches it:
// the entry, the chunk of the route `/`, and everything that they import statically.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const limits = { js: 175 * 1024, css: 20 * 1024 }
const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

const seen = new Set()
const files = new Set()
function take(key) {
  if (seen.has(key)) return
  seen.add(key)
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build holds no ${key}: did a route file move?`)
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const next of chunk.imports ?? []) take(next)
}

const keys = Object.keys(manifest)
const catalogue = keys.filter((key) => key.includes('src/app/routes/index.tsx'))
if (catalogue.length === 0) throw new Error('The build holds no chunk of the route /')
for (const key of ['index.html', ...catalogue]) take(key)

const sums = { js: 0, css: 0 }
for (const file of files) {
  const kind = file.endsWith('.css') ? 'css' : 'js'
  const size = gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length
  sums[kind] += size
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${file}`)
}

let over = false
for (const [kind, limit] of Object.entries(limits)) {
  const passed = sums[kind] <= limit
  over ||= !passed
  console.log(`${passed ? 'ok  ' : 'OVER'} ${kind}: ${(sums[kind] / 1024).toFixed(1)} of ${limit / 1024} KB gzipped`)
}
process.exit(over ? 1 : 0)
