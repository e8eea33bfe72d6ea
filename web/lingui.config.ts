import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const foldersOf = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)

/** Each has a catalogue of its own: `de.po` lies beside the code whose messages it translates. */
const folders = ['src/app', 'src/api', 'src/shared', ...foldersOf('src/features').flatMap(foldersOf)]

export default defineConfig({
  sourceLocale: 'en',
  locales: ['de'], // English is in the code
  catalogs: folders.map((folder) => ({
    path: `<rootDir>/${folder}/{locale}`,
    include: [`<rootDir>/${folder}`],
    exclude: ['**/*.test.*', '**/*.gen.ts', '**/fixtures.ts'],
  })),
  orderBy: 'origin',
  format: formatter({ lineNumbers: false }),
})
