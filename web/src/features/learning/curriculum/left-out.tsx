import { Alert, List } from '@mantine/core'

import type { Schema } from '@/api/client'

/** What an import left out, with the reasons. */
export function LeftOut({ left }: { left: Schema<'LeftOut'>[] }) {
  if (left.length === 0) return null
  return (
    <Alert color="apricot" title="This did not come along">
      <List size="sm">
        {left.map(({ title, reason }) => (
          <List.Item key={`${title} ${reason}`}>
            {title}: {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
