// refusals.mjs OPENAPI: prints refusals.gen.ts, what each operation refuses when a member of its body has no value, as the document says.
import { readFileSync } from 'node:fs'

const { paths } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const lines = []
for (const [path, operations] of Object.entries(paths))
  for (const [method, operation] of Object.entries(operations)) {
    const refusals = (operation['x-refused-when-empty'] ?? []).map(({ member, when, message }) => [
      member,
      when.map((way) => way[0]).join(''),
      message,
    ])
    if (refusals.length > 0)
      lines.push(`  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${JSON.stringify(refusals)},`)
  }
console.log(`// Generated from the OpenAPI document by make gen.
/** By operation: a member, the first letters of the ways in which it may have no value, and the sentence of the server. */
export const refusals: Record<string, [member: string, when: string, message: string][]> = {
${lines.join('\n')}
}`)
