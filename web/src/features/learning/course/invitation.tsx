import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'

import { Failure } from '@/shared/query-view'

import { useEnroll, useWithdraw } from './api'

/** Accepts or declines an invitation to a course. */
export function Invitation({ courseId }: { courseId: string }) {
  const accept = useEnroll()
  const decline = useWithdraw()
  const error = accept.error ?? decline.error
  return (
    <>
      <Group mt="sm">
        <Button loading={accept.isPending} disabled={decline.isPending} onClick={() => accept.mutate(courseId)}>
          <Trans>Accept invitation</Trans>
        </Button>
        <Button
          variant="default"
          loading={decline.isPending}
          disabled={accept.isPending}
          onClick={() => decline.mutate(courseId)}
        >
          <Trans>Decline</Trans>
        </Button>
      </Group>
      {error && <Failure error={error} />}
    </>
  )
}
