import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)
const folder = dirname(resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
const base = `assets/pdfjs-${version}` // src/shared/pdf/open.ts names it

/** The maps of characters in East Asian fonts, and what decodes JPEG 2000 without WebAssembly. */
const names = [...readdirSync(join(folder, 'cmaps')).map((name) => `cmaps/${name}`), 'wasm/openjpeg_nowasm_fallback.js']

/** Serves what pdf.js loads by name while it draws a page: only documents that need it make browsers load it. */
export function pdfjsData(): Plugin {
  return {
    name: 'pdfjs-data',
    generateBundle() {
      for (const name of names)
        this.emitFile({ type: 'asset', fileName: `${base}/${name}`, source: readFileSync(join(folder, name)) })
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const name = names.find((known) => `/${known}` === request.url)
        if (name === undefined) return next()
        if (name.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript')
        response.end(readFileSync(join(folder, name)))
      })
    },
  }
}
