import type { Plugin } from 'vite'

/**
 * Has the browser evaluate each chunk of the first page as a script of its own, in place of all of them at once with the entry that imports
 * them: on a slow phone that would be a third of a second in which it reacts to nothing.
 */
export function evaluateApart(): Plugin {
  return {
    name: 'evaluate-apart',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /<link rel="modulepreload" crossorigin href="([^"]+)">/g,
          '<script type="module" async crossorigin src="$1"></script>',
        ),
    },
  }
}
