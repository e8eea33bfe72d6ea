import { Input, Skeleton, Textarea } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

import type { EditorProps, RichTextEditorProps } from './rich-text-editor'
import { htmlOf } from './written-text'

type Props = RichTextEditorProps & {
  /** Hides the label visually. */
  isLabelHidden?: boolean
  description?: string
  error?: ReactNode
  /** Whether an empty field waits for its editor until it has the focus, not only until it is about to be seen. */
  isPlainUntilUsed?: boolean
}

const load = () => import('./rich-text-editor')
const Editor = lazy(load)

/** A field for a text with bold, italic, lists, links and code. The server cleans the HTML. */
export function RichTextField({ isLabelHidden = false, isPlainUntilUsed = false, description, error, ...rest }: Props) {
  const { label, rows = 3 } = rest
  const [isPlainAtFirst] = useState(() => htmlOf(rest.initial) === '' && !rest.handle && !rest.pictures)
  const field = { ...rest, isInvalid: Boolean(error), height: `calc(${rows * lineHeight}rem + ${frame}px)` }
  return (
    <Input.Wrapper {...(!isLabelHidden && { label, labelElement: 'div' })} description={description} error={error}>
      {isPlainAtFirst ? <EmptyField {...field} isPlainUntilUsed={isPlainUntilUsed} /> : <EditorField {...field} />}
    </Input.Wrapper>
  )
}

type FieldProps = RichTextEditorProps & { isInvalid: boolean; height: string }

/** An editor from the start: for a text that is there, and for one that others write into or that takes pictures. */
function EditorField({ height, ...rest }: FieldProps) {
  return (
    <Suspense fallback={<Skeleton height={height} radius="md" />}>
      <Editor {...rest} />
    </Suspense>
  )
}

/**
 * A plain field until it is used or about to be seen, then an editor with what was typed. To create an editor with each lesson, for
 * its comments, took a phone longer than all else on the page. Where the editor cannot be loaded, the field stays plain.
 */
function EmptyField({ height, isPlainUntilUsed, ...rest }: FieldProps & { isPlainUntilUsed: boolean }) {
  const { label, isInvalid, initial, onChange } = rest
  const plain = useRef<HTMLTextAreaElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [typed, setTyped] = useState('')
  const [loaded, setLoaded] = useState<{ Editor: ComponentType<EditorProps> }>()

  useEffect(() => {
    if (isPlainUntilUsed || !plain.current) return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setWanted(true), { rootMargin: ahead })
    near.observe(plain.current)
    return () => near.disconnect()
  }, [isPlainUntilUsed])
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    load().then(
      ({ default: Editor }) => !isGone && setLoaded({ Editor }),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [isWanted])

  // It is not replaced while it is typed in.
  if (loaded && (!isFocused || typed === ''))
    return <loaded.Editor {...rest} hasFocus={isFocused} initial={typed ? { text: typed } : initial} />
  const write = (text: string) => {
    setTyped(text)
    onChange(htmlOf({ text }))
  }
  return (
    <Textarea
      ref={plain}
      aria-label={label}
      error={isInvalid}
      value={typed}
      onChange={(e) => write(e.currentTarget.value)}
      onFocus={() => {
        setWanted(true)
        setFocused(true)
      }}
      onBlur={() => setFocused(false)}
      styles={{ input: { height } }}
    />
  )
}

const lineHeight = 1.55 // rem
const frame = 37 // pixels: toolbar, padding and borders
const ahead = '200px' // how far from what is seen the editor is loaded
