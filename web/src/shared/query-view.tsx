import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'

/** What a query of one answer and one of many pages have in common. */
type QueryState<T> = { data: T | undefined; error: Error | null; refetch: () => unknown }

type Props<T> = {
  query: QueryState<T>
  /** Stands where the content will be, while it loads. */
  skeleton: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * The four states of what a screen has asked for: loading, error, empty, ready. What was shown stays while newer data
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

const skeletonDelay = 150 // milliseconds: an answer that is faster shows no skeleton, which would only flicker

function DelayedSkeleton({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label="Loading" aria-busy="true">
      {/* It takes its room from the first moment, so that nothing jumps when it shows. */}
      <div aria-hidden="true" style={{ visibility: late ? 'visible' : 'hidden' }}>
        {children}
      </div>
    </div>
  )
}

/** Says what went wrong and offers to try again. */
export function Failure({ error, retry }: { error: Error; retry?: () => unknown }) {
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} mb="md">
      <Text size="sm">{error.message}</Text>
      {retry && (
        <Button size="xs" mt="xs" variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </Alert>
  )
}
