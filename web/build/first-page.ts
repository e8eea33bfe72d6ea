const app = new URL('../src/app/', import.meta.url).pathname
const ours = new URL('../src/', import.meta.url).pathname

/** What the first page runs: the shell and the route `/`. Their own files stay entries, which nothing else imports. */
const entries = [`${app}main.tsx`, `${app}routes/index.tsx?tsr-split=component`]

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Names the chunk of our modules that the first page needs: one file compresses better than twenty, and the entry has no list of
 * them. Modules of libraries are left to the other groups: by its index, `@mantine/core` would seem to be needed as a whole.
 */
export const firstPage = () =>
  chunkOf('first', entries, (id) => id.startsWith(ours) && !id.startsWith(`${app}routes/`) && id !== entries[0])

/** Names the chunk that shows the text of a lesson before the app is loaded (early-text.ts): with the libraries that it needs. */
export const earlyText = () => chunkOf('early-text', [`${app}early-text.ts`], () => true)

function chunkOf(name: string, from: string[], isPart: (id: string) => boolean) {
  let needed: Set<string> | undefined
  return (id: string, modules: Modules) => {
    needed ??= reachable(modules, from)
    return needed.has(id) && isPart(id) ? name : null
  }
}

function reachable(modules: Modules, from: string[]) {
  const seen = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}
