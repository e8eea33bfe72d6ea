import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { coursesQuery, type Owner, useFetchRecordings } from './api'

/** The course into whose video library the recordings of a meeting without a course come. */
export function ChooseCourse({ of }: { of: Owner }) {
  const courses = useQuery(coursesQuery())
  const fetch = useFetchRecordings(of)
  const [chosen, setChosen] = useState('')
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm">
        <Trans>
          This meeting belongs to no course. Its recordings stay at Zoom until you choose a course: its video library
          keeps them, and those invited to the meeting can watch them here.
        </Trans>
      </Text>
      <QueryView
        query={courses}
        skeleton={<Rows />}
        isEmpty={(list) => list.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            <Trans>You teach no course.</Trans>
          </Text>
        }
      >
        {(list) => (
          <Group align="flex-end">
            <NativeSelect
              label={t`Course for the recordings`}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              data={[
                { value: '', label: t`Choose a course` },
                ...list.map(({ id, title }) => ({ value: id, label: title })),
              ]}
            />
            <Button
              variant="default"
              disabled={!chosen}
              loading={fetch.isPending}
              onClick={() => fetch.mutate({ course_id: chosen })}
            >
              <Trans>Fetch recordings</Trans>
            </Button>
          </Group>
        )}
      </QueryView>
      {fetch.error && <Failure error={fetch.error} />}
    </Stack>
  )
}
