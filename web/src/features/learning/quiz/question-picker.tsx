import { plural, t } from '@lingui/core/macro'
import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { questionsQuery } from './api'
import { BankFilters } from './bank-filters'
import type { QuestionFilters } from './filters'
import { kinds } from './labels'

type Props = {
  courseId: string
  /** The questions that the quiz asks already. */
  asked: string[]
  /** Called with the chosen questions, in the order in which they were chosen. */
  onChoose: (ids: string[]) => void
  onClose: () => void
}

/** Chooses questions of the course for a quiz. */
export function QuestionPicker({ courseId, asked, onChoose, onClose }: Props) {
  const [filters, setFilters] = useState<QuestionFilters>({})
  const [chosen, setChosen] = useState<string[]>([])
  const query = useInfiniteQuery(questionsQuery(courseId, filters))
  const toggle = (id: string) =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))
  const add = () => {
    onChoose(chosen)
    onClose()
  }
  return (
    <Dialog title={t`Choose questions`} size="lg" onClose={onClose}>
      <BankFilters courseId={courseId} filters={filters} onFilters={setFilters} />
      <QueryView
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Text c="dimmed">
            {Object.keys(filters).length > 0
              ? t`No matching questions`
              : t`This course has no questions yet. Close this dialog and write the first one.`}
          </Text>
        }
      >
        {(rows) => (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {rows.map(({ id, title, kind, tags = [] }) => (
              <li key={id}>
                <Checkbox
                  label={title}
                  description={[asked.includes(id) ? t`Already in the quiz` : t(kinds[kind]), ...tags].join(' · ')}
                  checked={asked.includes(id) || chosen.includes(id)}
                  disabled={asked.includes(id)}
                  onChange={() => toggle(id)}
                />
              </li>
            ))}
          </Stack>
        )}
      </QueryView>
      <MoreButton query={query} />
      <DialogActions onCancel={onClose}>
        <Button disabled={chosen.length === 0} onClick={add}>
          {chosen.length === 0
            ? t`Add questions`
            : plural(chosen.length, { one: 'Add # question', other: 'Add # questions' })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
