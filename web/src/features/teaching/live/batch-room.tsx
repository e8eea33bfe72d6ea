import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { roomQuery } from './api'
import { providerLabels } from './labels'
import { RoomDialog } from './room-dialog'

/** Where a batch meets, for its instructors, who can change it. */
export function BatchRoom({ batchId }: { batchId: string }) {
  const of = { batch: batchId }
  const room = useQuery(roomQuery(of)).data?.value
  const [editing, setEditing] = useState(false)
  return (
    <>
      {room ? <Text>{t(providerLabels[room.provider])}</Text> : <Skeleton height={24} width={120} />}
      {room?.provider === 'link' && (
        <Anchor href={room.url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {room.url}
        </Anchor>
      )}
      <Anchor component="button" type="button" size="sm" display="block" onClick={() => setEditing(true)}>
        {room?.provider === 'none' ? <Trans>Set up a room</Trans> : <Trans>Change room</Trans>}
      </Anchor>
      {editing && <RoomDialog of={of} onClose={() => setEditing(false)} />}
    </>
  )
}
