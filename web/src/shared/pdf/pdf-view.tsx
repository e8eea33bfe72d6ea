import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

import classes from './pdf.module.css'

const PdfDocument = lazy(() => import('./pdf-document'))

type Props = {
  /** From where the file is loaded, without a header. */
  address: string
  name: string
}

/**
 * A PDF in place, drawn by pdf.js: phones show none in a frame, and the headers of every response forbid frames of our own pages and
 * files.
 */
export const PdfView = (props: Props) => (
  <Suspense fallback={<Skeleton className={classes.frame} />}>
    <PdfDocument key={props.address} {...props} />
  </Suspense>
)
