import { t } from '@lingui/core/macro'
import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'

import classes from './pdf.module.css'

type Props = {
  pdf: PDFDocumentProxy
  number: number
  /** 1 is the width of the frame. */
  zoom: number
  frame: RefObject<HTMLElement | null>
}

const a4 = { width: 595, height: 842 } // points
const ahead = '100% 0px' // pages are drawn when they are nearer than the height of the frame

/** One page: its picture, and over it its text, which is selected, searched and read aloud. Drawn once it comes near. */
export function PdfPage({ pdf, number, zoom, frame }: Props) {
  const sheet = useRef<HTMLLIElement>(null)
  const [page, setPage] = useState<PDFPageProxy>()
  useEffect(() => {
    if (page || !sheet.current) return
    const near = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void pdf.getPage(number).then(setPage, ignore),
      { root: frame.current, rootMargin: ahead },
    )
    near.observe(sheet.current)
    return () => near.disconnect()
  }, [pdf, number, frame, page])

  const { width, height } = page?.getViewport({ scale: 1 }) ?? a4
  const size: CSSProperties = { aspectRatio: `${width} / ${height}`, width: `${zoom * 100}%` }
  return (
    <li ref={sheet} className={classes.sheet} style={size} aria-label={t`Page ${number}`}>
      {page && <Drawn page={page} key={zoom} />}
    </li>
  )
}

/** Draws a page at the width that it has now. */
function Drawn({ page }: { page: PDFPageProxy }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!canvas.current || !words.current) return
    return draw(page, canvas.current, words.current)
  }, [page])
  return (
    <>
      <canvas ref={canvas} className={classes.picture} />
      <div ref={words} className={classes.words} />
    </>
  )
}

const mostPixels = 16_777_216 // of a canvas in Safari on phones

/** Draws the page and its text; returns what stops it. */
function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, words: HTMLElement) {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = canvas.clientWidth / width
  const sharp = Math.min(window.devicePixelRatio * scale, Math.sqrt(mostPixels / (width * height)))
  canvas.width = width * sharp
  canvas.height = height * sharp
  const sized = new ResizeObserver(() =>
    words.style.setProperty('--total-scale-factor', `${canvas.clientWidth / width}`),
  )
  sized.observe(canvas)
  const picture = page.render({ canvas, viewport: page.getViewport({ scale: sharp }) })
  picture.promise.catch((error: unknown) => {
    if (!(error instanceof RenderingCancelledException)) throw error
  })
  const viewport = page.getViewport({ scale })
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
  text.render().catch(ignore)
  return () => {
    sized.disconnect()
    picture.cancel()
    text.cancel()
    words.replaceChildren()
  }
}

/** The document was closed while it was loading. */
const ignore = () => {}
