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
export function firstPage() {
  let needed: Set<string> | undefined
  return (id: string, modules: Modules) => {
    needed ??= reachable(modules)
    return needed.has(id) ? 'first' : null
  }
}

function reachable(modules: Modules) {
  const seen = new Set<string>()
  const open = [...entries]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return new Set([...seen].filter((id) => id.startsWith(ours) && !id.startsWith(`${app}routes/`) && id !== entries[0]))
}
