import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'

import { useDuplicate } from './exchange-api'
import { LeftOut } from './left-out'

type Props = {
  courseId: string
  /** The courses that the user teaches. */
  courses: { id: string; title: string }[]
  onClose: () => void
}

/** Appends a copy of another course's draft to this one's. */
export function DuplicateDialog({ courseId, courses, onClose }: Props) {
  const [source, setSource] = useState<string | null>(null)
  const copy = useDuplicate(courseId)
  const others = courses.filter(({ id }) => id !== courseId)
  return (
    <Dialog title={t`Copy from another course`} onClose={onClose} closeLabel={t`Close`}>
      <Text size="sm">
        <Trans>
          The sections and lessons of its draft are added to the end of this one. Videos and files are not copied.
        </Trans>
      </Text>
      <Select
        label={t`Course`}
        searchable
        nothingFoundMessage={t`No matching course`}
        data={others.map(({ id, title }) => ({ value: id, label: title }))}
        value={source}
        onChange={setSource}
      />
      {copy.error && <Failure error={copy.error} />}
      {copy.data && <Text role="status">{copied(copy.data)}</Text>}
      {copy.data && <LeftOut left={copy.data.left_out} />}
      <Group justify="flex-end">
        {copy.data ? (
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <Button disabled={!source} loading={copy.isPending} onClick={() => source && copy.mutate(source)}>
            <Trans>Copy curriculum</Trans>
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

const copied = ({ sections, lessons }: { sections: number; lessons: number }) =>
  t`${plural(sections, { one: '# section', other: '# sections' })} with ${plural(lessons, { one: '# lesson', other: '# lessons' })} copied.`
