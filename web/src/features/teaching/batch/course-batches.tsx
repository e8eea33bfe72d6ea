import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { dated } from '@/shared/format'
import { TextLink } from '@/shared/link'

import { type Batch, openBatchesQuery } from './api'
import { BatchState } from './batch-state'
import classes from './course-batches.module.css'
import { Seats } from './seats'

/** The groups of a course with a fixed schedule, on its page; nothing without one. */
export default function CourseBatches({ courseId }: { courseId: string }) {
  const batches = useQuery(openBatchesQuery(courseId)).data ?? []
  if (batches.length === 0) return null
  return (
    <Box component="section" aria-labelledby="batches" my="xl">
      <Title order={2} size="h3" id="batches" mb="sm">
        <Trans>Batches</Trans>
      </Title>
      <ul className={classes.list} aria-labelledby="batches">
        {batches.map((batch) => (
          <OpenBatch key={batch.id} batch={batch} />
        ))}
      </ul>
    </Box>
  )
}

/** A group that one can join, in a list of `classes.list`. */
export function OpenBatch({ batch: b, withCourse = false }: { batch: Batch; withCourse?: boolean }) {
  const [first, last] = [dated(b.start_date), dated(b.end_date)]
  const name = b.instructor_details?.full_name
  return (
    <li className={classes.batch}>
      <div>
        <Group gap="xs">
          <TextLink to="/batches/$batchId" params={{ batchId: b.id }} fw={600}>
            {b.batch_name}
          </TextLink>
          <BatchState status={b.status} />
        </Group>
        {withCourse && <Text size="sm">{b.course_details.title}</Text>}
        <Text size="sm">{t`${first} to ${last}`}</Text>
        {name && (
          <Text size="sm" c="dimmed">
            <Trans>Taught by {name}</Trans>
          </Text>
        )}
      </div>
      <Seats {...b} />
    </li>
  )
}
