import { t } from '@lingui/core/macro'
import { Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { options } from '@/shared/options'
import { SearchField } from '@/shared/search-field'

import { tagsQuery } from './api'
import type { QuestionFilters } from './filters'
import { kinds } from './labels'
import { isKind } from './question-form'

export type BankFiltersProps = {
  courseId: string
  filters: QuestionFilters
  onFilters: (filters: QuestionFilters) => void
}

/** The search and the filters of a course's questions. */
export function BankFilters({ courseId, filters, onFilters }: BankFiltersProps) {
  const tags = useQuery(tagsQuery(courseId)).data ?? []
  const { search, tag, kind, ...rest } = filters
  const next = (changed: { search?: string; tag?: string; kind?: string }) => {
    const now = { search, tag, kind, ...changed }
    onFilters({
      ...rest,
      ...(now.search && { search: now.search }),
      ...(now.tag && { tag: now.tag }),
      ...(now.kind && isKind(now.kind) && { kind: now.kind }),
    })
  }
  return (
    <Group mb="md" align="flex-end">
      <SearchField label={t`Search questions`} value={search ?? ''} onSearch={(value) => next({ search: value })} />
      <NativeSelect
        label={t`Type`}
        data={[{ value: '', label: t`All types` }, ...options(kinds)]}
        value={kind ?? ''}
        onChange={(event) => next({ kind: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Tag`}
        data={[
          { value: '', label: t`All tags` },
          ...tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
        ]}
        value={tag ?? ''}
        onChange={(event) => next({ tag: event.currentTarget.value })}
      />
    </Group>
  )
}
