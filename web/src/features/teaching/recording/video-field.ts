import type { ReactNode } from 'react'

/** A field for choosing a video of a course. */
export type VideoField = (chosen: string, onChoose: (videoId: string) => void, error: string | undefined) => ReactNode
