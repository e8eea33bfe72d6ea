import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

import { ApiError } from '@/api/client'

import { PageTitle } from './page-title'

/** What plain and infinite queries have in common. */
type QueryState<T> = { data: T | undefined; error: Error | null; refetch: () => unknown }

type Props<T> = {
  query: QueryState<T>
  /** Shown instead of the content while it loads. */
  skeleton: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** The query is what the whole page shows, with its heading: an error has a heading too. */
  isPage?: boolean
  /** The first data is drawn in slices, so that a slow phone scrolls and reacts until it is there: for content that takes long to draw and nothing follows. */
  isSliced?: boolean
  children: (data: T) => ReactNode
}

/**
 * The four states of a query on the screen: loading, error, empty, ready. Earlier data stays visible while newer data
 * loads, and beside the error if that fails.
 */
export function QueryView<T>({ query, skeleton, isEmpty, empty, isPage, isSliced = false, children }: Props<T>) {
  const Refusal = isPage ? PageFailure : Failure
  const isDrawn = useDeferredValue(query.data !== undefined) || !isSliced
  if (query.data === undefined && query.error) return <Refusal error={query.error} retry={query.refetch} />
  if (query.data === undefined || !isDrawn) return <DelayedSkeleton>{skeleton}</DelayedSkeleton>
  return (
    <>
      {query.error && <Failure error={query.error} retry={query.refetch} />}
      {isEmpty?.(query.data) ? empty : children(query.data)}
    </>
  )
}

const skeletonDelay = 150 // milliseconds: for faster responses a skeleton would only flicker

function DelayedSkeleton({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={t`Loading`} aria-busy="true">
      {/* It takes up its space from the start, so that nothing jumps when it becomes visible. */}
      <div aria-hidden="true" style={{ visibility: late ? 'visible' : 'hidden' }}>
        {children}
      </div>
    </div>
  )
}

type FailureProps = { error: Error; retry?: () => unknown }

const isMissing = (error: Error) => error instanceof ApiError && error.status === 404

/** An error in place of a whole page, with the heading that it then lacks. */
export const PageFailure = (props: FailureProps) => (
  <>
    <PageTitle title={isMissing(props.error) ? t`Page not found` : t`This page can't be shown`} mb="md" />
    <Failure {...props} />
  </>
)

/** Shows an error and offers to retry, unless what was asked for does not exist. */
export function Failure({ error, retry }: FailureProps) {
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} mb="md">
      <Text size="sm">{error.message}</Text>
      {retry && !isMissing(error) && (
        <Button size="xs" mt="xs" variant="default" onClick={() => void retry()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Alert>
  )
}
