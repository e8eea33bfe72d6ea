import { mergeAttributes, Node } from '@tiptap/core'
import Highlight from '@tiptap/extension-highlight'
import Image from '@tiptap/extension-image'
import Subscript from '@tiptap/extension-subscript'
import Superscript from '@tiptap/extension-superscript'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

import { formulaOf } from '@/shared/formula'

const fileScheme = 'file:' // how a text refers to a file of its course
const courseLink = /^(file|lesson):[0-9a-f-]{36}$/

/** The URLs of course files by id. Files inserted later are added. */
export type Addresses = Map<string, string>

/** What a text may contain, as allowed by the server (internal/platform/text/html.go). */
export function textExtensions(addresses: Addresses) {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      link: {
        openOnClick: false,
        protocols: ['https', 'http', 'mailto'],
        isAllowedUri: (url, { defaultValidate }) => courseLink.test(url) || defaultValidate(url),
      },
    }),
    Subscript,
    Superscript,
    Highlight,
    TableKit.configure({ table: { resizable: false } }),
    courseImage(addresses),
    formula,
  ]
}

/** An image of the course: the text refers to the file id, the editor shows the file's URL. */
const courseImage = (addresses: Addresses) =>
  Image.extend({
    parseHTML: () => [{ tag: `img[src^="${fileScheme}"]` }],
    addNodeView() {
      return ({ node }) => {
        const dom = document.createElement('img')
        const src = String(node.attrs.src)
        dom.src = addresses.get(src.replace(fileScheme, '')) ?? ''
        dom.alt = String(node.attrs.alt ?? '')
        return { dom }
      }
    },
  })

/** A formula in TeX: <span data-formula="inline">TeX</span>. */
const formula = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    tex: { default: '', parseHTML: (element) => element.textContent ?? '', rendered: false },
    form: {
      default: 'inline',
      parseHTML: (element) => element.getAttribute('data-formula'),
      renderHTML: ({ form }) => ({ 'data-formula': form }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-formula]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), String(node.attrs.tex)],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      dom.append(formulaOf(String(node.attrs.tex), node.attrs.form === 'block'))
      return { dom }
    }
  },
})
