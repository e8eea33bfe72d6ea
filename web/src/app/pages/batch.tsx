import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'

import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { BatchPage } from '@/features/teaching/batch/batch-page'
import { BatchDisputes } from '@/features/teaching/live/batch-disputes'
import { BatchRoom } from '@/features/teaching/live/batch-room'
import { RecordingSettings } from '@/features/teaching/recording/recording-settings'

const AttendanceGrid = lazy(() => import('@/features/teaching/live/attendance-grid'))

const route = getRouteApi('/batches/$batchId')

export function BatchRoute() {
  const { batchId } = route.useParams()
  const navigate = useNavigate()
  return (
    <BatchPage
      key={batchId}
      batchId={batchId}
      room={
        <>
          <BatchRoom batchId={batchId} />
          <RecordingSettings batchId={batchId} />
        </>
      }
      attendance={
        <>
          <BatchDisputes batchId={batchId} />
          <Suspense>
            <AttendanceGrid batchId={batchId} />
          </Suspense>
        </>
      }
      onDeleted={() => void navigate({ to: '/teach/batches' })}
      onCopied={(id) => void navigate({ to: '/batches/$batchId', params: { batchId: id } })}
    />
  )
}
