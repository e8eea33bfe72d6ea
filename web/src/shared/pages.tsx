import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Pagination, Text } from '@mantine/core'

import type { Schema } from '@/api/client'

type Props = { pagination: Schema<'Pagination'>; onPage: (page: number) => void }

const controls = { first: msg`First page`, previous: msg`Previous page`, next: msg`Next page`, last: msg`Last page` }

/** Links to the other pages of a list, if there are any. */
export function Pages({ pagination: { total_pages, current_page }, onPage }: Props) {
  if (total_pages <= 1) return null
  return (
    <Pagination
      mt="lg"
      total={total_pages}
      value={current_page}
      onChange={onPage}
      getItemProps={(page) => ({ 'aria-label': t`Page ${page}` })}
      getControlProps={(control) => ({ 'aria-label': t(controls[control]) })}
    />
  )
}

type More = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** Loads more of a list that may be very long. */
export function MoreButton({ query }: More) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      display="block"
      mt="lg"
      mx="auto"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      <Trans>Show more</Trans>
    </Button>
  )
}

type TotalProps = {
  pagination: Schema<'Pagination'>
  /** The number with what is counted: `3 users`. */
  counted: (total: number) => string
}

/** The total, which may be a lower bound. */
export function Total({ pagination: { total_items, total_is_exact }, counted }: TotalProps) {
  const total = counted(total_items)
  return (
    <Text size="sm" c="dimmed" mb="xs" role="status">
      {total_is_exact === false ? t`More than ${total}` : total}
    </Text>
  )
}
