// The source files of this application and what they import, for tests about its structure.

/** The text of each file, by its path from the root of the project. */
export const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.gen.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The files of this application that a file imports: packages, styles and generated files are left out. */
export const staticImports = (file: string) => find(file, /(?:\bfrom|^import) ?'([^']+)'/gm)

/** The files that are loaded once a file asks for them. */
export const dynamicImports = (file: string) => find(file, /\bimport\( ?'([^']+)'/gm)

function find(file: string, specifiers: RegExp) {
  return [...(sources[file] ?? '').matchAll(specifiers)].flatMap(([, specifier = '']) => resolve(file, specifier) ?? [])
}

/** The file of this application that a specifier refers to; undefined for packages, styles and generated files. */
function resolve(file: string, specifier: string) {
  if (!/^(@\/|\.)/.test(specifier)) return undefined
  const base = specifier.startsWith('@/') ? '/src' : file.slice(0, file.lastIndexOf('/'))
  const { pathname } = new URL(`${base}/${specifier.replace('@/', '')}`, 'http://lectern.test')
  return ['', '.ts', '.tsx', '/index.ts'].map((ending) => pathname + ending).find((path) => path in sources)
}
