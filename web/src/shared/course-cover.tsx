import { useState } from 'react'

import type { Schema } from '@/api/client'
import classes from './course-cover.module.css'
import { Cover } from './cover'

type Props = {
  title: string
  cover: { sizes: Schema<'CoverSize'>[] } | undefined
  /** What it shows; empty beside a title that says enough. */
  alt?: string
  /** How wide it is shown, as in the attribute `sizes` of images. */
  sizes: string
  /** Whether it is among the first things seen: others are loaded when they come near. */
  eager?: boolean
  className?: string | undefined
}

/** The cover of a course or post, or a drawn pattern where there is none. It fills its parent, whose size does not depend on it. */
export function CourseCover({ title, cover, alt = '', sizes, eager = false, className }: Props) {
  const [broken, setBroken] = useState<string>()
  const largest = cover?.sizes.at(-1)
  if (!cover || !largest || broken === largest.url) {
    return <Cover seed={title} height="100%" {...(className && { className })} />
  }
  return (
    <img
      src={largest.url}
      srcSet={cover.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={largest.width}
      height={largest.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
      style={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover', background: 'var(--wash)' }}
      onError={() => setBroken(largest.url)}
    />
  )
}

/** The cover of a course in a row of a list. */
export const RowCover = (props: Pick<Props, 'title' | 'cover'>) => (
  <div className={classes.row}>
    <CourseCover {...props} sizes="128px" />
  </div>
)
