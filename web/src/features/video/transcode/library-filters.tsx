import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'

import { SearchField } from '@/shared/search-field'

import type { Video } from './api'
import type { VideoFilters } from './filters'
import { statuses } from './labels'
import classes from './videos-page.module.css'

type Props = {
  filters: VideoFilters
  onFilters: (filters: VideoFilters) => void
  /** The courses to choose from; absent where the course is given. */
  courses?: { id: string; title: string }[]
}

const isStatus = (value: string): value is Video['status'] => value in statuses
const known = Object.keys(statuses).filter(isStatus)

export function LibraryFilters({ filters, onFilters, courses }: Props) {
  // A changed filter returns to the first page.
  const set = (change: { [K in keyof VideoFilters]: VideoFilters[K] | undefined }) => {
    const { search, status, courseId } = { ...filters, ...change }
    onFilters({ ...(search && { search }), ...(status && { status }), ...(courseId && { courseId }) })
  }

  return (
    <search className={classes.filters}>
      <SearchField
        label={t`Search videos`}
        className={classes.search}
        value={filters.search ?? ''}
        onSearch={(search) => set({ search })}
      />
      <NativeSelect
        aria-label={t`Status`}
        radius="xl"
        value={filters.status ?? ''}
        data={[{ value: '', label: t`All statuses` }, ...known.map((s) => ({ value: s, label: t(statuses[s].label) }))]}
        onChange={({ currentTarget: { value } }) => set({ status: isStatus(value) ? value : undefined })}
      />
      {courses && (
        <NativeSelect
          aria-label={t`Course`}
          radius="xl"
          w={{ base: '100%', xs: 280 }}
          value={filters.courseId ?? ''}
          data={[{ value: '', label: t`All courses` }, ...courses.map((c) => ({ value: c.id, label: c.title }))]}
          onChange={({ currentTarget: { value } }) => set({ courseId: value })}
        />
      )}
    </search>
  )
}
