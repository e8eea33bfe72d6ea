import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { bytes, toMinute } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { filesQuery, type Owner, type RecordedFile, useFetchRecordings } from './api'
import { ChooseCourse } from './choose-course'
import { fileLabels, kindLabels, reasonLabels } from './labels'
import classes from './recordings.module.css'
import { TrashFile } from './trash-file'

const colors: Record<RecordedFile['state'], string> = {
  found: 'gray',
  fetching: 'gray',
  imported: 'evergreen',
  failed: 'red',
}

/** What is at the meeting server, and what can't be fetched from it; instructors can look for more, and delete what Zoom has. */
export function RecordingFiles({ of }: { of: Owner }) {
  const files = useQuery(filesQuery(of))
  const fetch = useFetchRecordings(of)
  const shown = files.data?.filter(({ state, can_trash: canTrash }) => state !== 'imported' || canTrash) ?? []
  return (
    <div>
      {files.error && <Failure error={files.error} />}
      {fetch.error && <Failure error={fetch.error} />}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label={t`Files at the meeting server`}>
          {shown.map((file) => (
            <li key={file.id} className={classes.item}>
              <div className={classes.about}>
                <Text>{t(kindLabels[file.kind])}</Text>
                <Text size="sm" c="dimmed">
                  {[toMinute(file.started_at), file.size > 0 && bytes(file.size)].filter(Boolean).join(' · ')}
                </Text>
                {file.reason && <Text size="sm">{t(reasonLabels[file.reason])}</Text>}
              </div>
              <Badge color={colors[file.state]} variant="light" tt="none">
                {file.needs_course ? t`Stays at Zoom` : t(fileLabels[file.state])}
              </Badge>
              {file.can_trash && <TrashFile of={of} file={file} />}
            </li>
          ))}
        </ul>
      )}
      {shown.some((file) => file.needs_course) && <ChooseCourse of={of} />}
      <Group mt="xs" gap="xs">
        <Button variant="subtle" size="compact-sm" loading={fetch.isPending} onClick={() => fetch.mutate({})}>
          <Trans>Check for recordings</Trans>
        </Button>
        {fetch.isSuccess && (
          <Text size="sm" c="dimmed" role="status">
            <Trans>Searching. Results appear here.</Trans>
          </Text>
        )}
      </Group>
    </div>
  )
}
