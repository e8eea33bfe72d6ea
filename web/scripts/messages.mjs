// Fails when the catalogues of messages do not hold exactly what the app says: a message without German, one that no
// catalogue has yet, one that the app no longer says, or one English text with two German ones.
import { relative } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'

const config = getConfig()
const faults = []
const german = new Map()
for (const catalogue of await getCatalogs(config)) {
  const said = (await catalogue.collect()) ?? {}
  const saved = (await catalogue.read('de')) ?? {}
  const file = relative(config.rootDir, catalogue.getFilename('de'))
  for (const [id, { message }] of Object.entries(said)) {
    const translation = saved[id]?.translation
    if (saved[id] === undefined) faults.push(`${file} lacks: ${message}`)
    else if (!translation) faults.push(`${file} has no German for: ${message}`)
    else if ((german.get(id) ?? translation) !== translation)
      faults.push(`${file} says “${translation}” and another catalogue “${german.get(id)}” for: ${message}`)
    else german.set(id, translation)
  }
  for (const [id, { message }] of Object.entries(saved))
    if (said[id] === undefined) faults.push(`${file} has what nothing says any more: ${message ?? id}`)
}
for (const fault of faults) console.log(fault)
if (faults.length > 0)
  console.log(`${faults.length} faults. \`npm run messages\` in web/ brings the catalogues up to date.`)
process.exit(faults.length > 0 ? 1 : 0)
