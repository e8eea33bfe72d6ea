// Pictures in a text: it refers to them as file:ID, the editor shows them by their URL.
import Image from '@tiptap/extension-image'
import type { EditorView } from '@tiptap/pm/view'
import type { ReactNode } from 'react'

/** A picture to be inserted. `alt` is null while nobody has said what it shows. */
export type ChosenPicture = { id: string; url: string; alt: string | null }

/** Where an editor has pictures from. */
export type PicturePort = {
  /** The URLs of pictures by id; those inserted later are added. */
  addresses: Map<string, string>
  /** Stores a picture that was pasted or dropped, and says what is wrong with one that can't be. */
  upload: (file: File) => Promise<ChosenPicture | undefined>
  /** The dialog in which a picture is chosen. */
  chooser: (choose: (picture: ChosenPicture) => void, close: () => void) => ReactNode
}

const fileScheme = 'file:'

export const pictureSource = (id: string) => fileScheme + id

export const pictureNode = (addresses: Map<string, string>) =>
  Image.extend({
    parseHTML: () => [{ tag: `img[src^="${fileScheme}"]` }],
    addNodeView() {
      return ({ node }) => {
        const dom = document.createElement('img')
        dom.src = addresses.get(String(node.attrs.src).replace(fileScheme, '')) ?? ''
        dom.alt = String(node.attrs.alt ?? '')
        if (node.attrs.alt === null) dom.dataset.undescribed = ''
        return { dom }
      }
    },
  })

/** Inserts the pictures of a paste or a drop; false if there are none, so that the editor goes on with its text. */
export function takePictures(view: EditorView, data: DataTransfer | null, port: PicturePort, at?: number) {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  const image = view.state.schema.nodes.image
  if (files.length === 0 || !image) return false
  void (async () => {
    for (const file of files) {
      const picture = await port.upload(file)
      if (!picture || view.isDestroyed) continue
      port.addresses.set(picture.id, picture.url)
      const node = image.create({ src: pictureSource(picture.id), alt: picture.alt })
      const { tr, doc } = view.state
      view.dispatch(at === undefined ? tr.replaceSelectionWith(node) : tr.insert(Math.min(at, doc.content.size), node))
    }
  })()
  return true
}
