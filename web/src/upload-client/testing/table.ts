import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../testdata/upload-scripts')

/** A contract table that the Go client passes too; its README.md describes the shape. */
export function table<Row>(name: 'behaviours' | 'chunk-sizes'): Row[] {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
}
