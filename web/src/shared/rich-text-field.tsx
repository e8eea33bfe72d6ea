import { Input, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'

import type { RichTextEditorProps } from './rich-text-editor'

type Props = RichTextEditorProps & {
  /** Hides the label visually. */
  isLabelHidden?: boolean
  description?: string
  error?: ReactNode
}

const Editor = lazy(() => import('./rich-text-editor'))

/** A field for a text with bold, italic, lists, links and code. Its editor is loaded when it is shown first; the server cleans the HTML. */
export function RichTextField({ label, isLabelHidden = false, description, error, ...rest }: Props) {
  const { rows = 3 } = rest
  return (
    <Input.Wrapper {...(!isLabelHidden && { label, labelElement: 'div' })} description={description} error={error}>
      <Suspense fallback={<Skeleton height={`calc(${rows * lineHeight}rem + ${frame}px)`} radius="md" />}>
        <Editor label={label} isInvalid={Boolean(error)} {...rest} />
      </Suspense>
    </Input.Wrapper>
  )
}

const lineHeight = 1.55 // rem
const frame = 37 // pixels: toolbar, padding and borders
