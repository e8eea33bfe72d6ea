import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'

import { Moment } from '@/shared/moment'
import { Failure } from '@/shared/query-view'

import { useCancelPublication } from './publication-api'

/** When a course will be published, with the way to cancel that. */
export function ScheduledPublication({ courseId, at }: { courseId: string; at: string }) {
  const cancel = useCancelPublication(courseId)
  return (
    <Alert color="evergreen" mb="md">
      <Group justify="space-between">
        <Text size="sm">
          <Trans>
            The course will be published on <Moment at={at} />, with all changes made until then.
          </Trans>
        </Text>
        <Button size="xs" h={36} variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          <Trans>Cancel publication</Trans>
        </Button>
      </Group>
      {cancel.error && <Failure error={cancel.error} />}
    </Alert>
  )
}
