import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'

import { HomeSection } from '@/shared/home-section'

import { nextBatchesQuery } from './api'
import { OpenBatch } from './course-batches'
import classes from './course-batches.module.css'

/** The next groups with free seats, on the home page; nothing without one. */
export function HomeBatches() {
  const batches = useQuery(nextBatchesQuery()).data?.items ?? []
  if (batches.length === 0) return null
  return (
    <HomeSection title={t`Next batches`}>
      <ul className={classes.list} data-columns="2">
        {batches.map((batch) => (
          <OpenBatch key={batch.id} batch={batch} withCourse />
        ))}
      </ul>
    </HomeSection>
  )
}
