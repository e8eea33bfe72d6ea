import type { Plugin } from 'vite'

/** The fonts that every page in a Latin script shows in its first lines. */
const first = /(figtree|bricolage-grotesque)-latin-wght-normal-[^/]*\.woff2$/

/** Makes browsers load the fonts beside the styles, not after them: most first visits then never show another font. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = Object.keys(bundle).filter((name) => first.test(name))
        if (files.length !== 2)
          throw new Error(`Two fonts are to be preloaded, the build has ${files.join(', ') || 'none'}`)
        return files.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
          injectTo: 'head',
        }))
      },
    },
  }
}
