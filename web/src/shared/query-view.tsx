import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'

import { ApiError } from '@/api/client'

/** What plain and infinite queries have in common. */
type QueryState<T> = { data: T | undefined; error: Error | null; refetch: () => unknown }

type Props<T> = {
  query: QueryState<T>
  /** Shown instead of the content while it loads. */
  skeleton: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * The four states of a query on the screen: loading, error, empty, ready. Earlier data stays visible while newer data
 * loads, and beside the error if that fails.
 */
export function QueryView<T>({ query, skeleton, isEmpty, empty, children }: Props<T>) {
  if (query.data === undefined) {
    return query.error ? (
      <Failure error={query.error} retry={query.refetch} />
    ) : (
      <DelayedSkeleton>{skeleton}</DelayedSkeleton>
    )
  }
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

/** Shows an error and offers to retry, unless what was asked for does not exist. */
export function Failure({ error, retry }: { error: Error; retry?: () => unknown }) {
  const missing = error instanceof ApiError && error.status === 404
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} mb="md">
      <Text size="sm">{error.message}</Text>
      {retry && !missing && (
        <Button size="xs" mt="xs" variant="default" onClick={() => void retry()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Alert>
  )
}
