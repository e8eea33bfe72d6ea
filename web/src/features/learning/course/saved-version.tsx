import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { list } from '@/shared/format'

/** What another user has saved in the meantime: the text of a `ChangedElsewhere`. */
export function SavedVersion({ items }: { items: string[] }) {
  const saved = list(items)
  return (
    <Text size="sm">
      {saved ? (
        <Trans>The saved version is now: {saved}. Your changes aren't saved yet.</Trans>
      ) : (
        <Trans>The saved version is now empty. Your changes aren't saved yet.</Trans>
      )}
    </Text>
  )
}
