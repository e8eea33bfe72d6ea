import type { Plugin } from 'vite'

/**
 * Has the browser evaluate each chunk of the first page as a script of its own, in place of all of them at once with the entry that imports
 * them: on a slow phone that would be a third of a second in which it reacts to nothing. The one that shows the text of a lesson before the app
 * is loaded is marked for the server, which writes the pages (package webpage).
 */
export function evaluateApart(): Plugin {
  return {
    name: 'evaluate-apart',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const early = Object.values(bundle ?? {}).find((part) => part.name === 'early-text')?.fileName
        return html.replaceAll(
          /<link rel="modulepreload" crossorigin href="\/([^"]+)">/g,
          (_, file) =>
            `<script type="module" async crossorigin src="/${file}"${file === early ? ' data-early' : ''}></script>`,
        )
      },
    },
  }
}
