import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Chip, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'

import { facetsQuery } from './api'
import classes from './course-facets.module.css'
import { type CourseFilters, narrowed, readFilters } from './filters'
import { levelLabels, typeLabels } from './labels'

type Props = { filters: CourseFilters; onFilters: (filters: CourseFilters) => void }
type Facets = Schema<'CourseFacets'>
type Values = Schema<'FacetValue'>[]
type Labels = Record<string, MessageDescriptor>

const none: Values = []
const priceLabels: Labels = { Yes: msg`Free`, No: msg`Paid` }
const ratingLabels: Labels = { 4: msg`4 stars and up`, 3: msg`3 stars and up` }
const certificateLabels: Labels = { Yes: msg`With certificate`, No: msg`Without certificate` }

/** Narrows the catalogue. The numbers say how many courses each value leaves. */
export function CourseFacets({ filters, onFilters }: Props) {
  const facets = useQuery(facetsQuery(filters))
  const set = (change: Record<string, string>) =>
    onFilters(narrowed({}, readFilters({ ...filters, page: undefined, ...change })))
  return (
    <>
      <div className={classes.row}>
        <Chip.Group value={filters.category ?? ''} onChange={(category) => set({ category })}>
          <Group gap="xs" role="group" aria-label={t`Category`} className={classes.categories}>
            <Chip value="" variant="outline">
              <Trans>All</Trans>
            </Chip>
            {withChosen(facets.data?.category, filters.category).map(({ value, count }) => (
              <Chip key={value} value={value} variant="outline">
                {value} <span className={classes.count}>{count}</span>
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap="xs" role="group" aria-label={t`Format`}>
          {(['blended', 'live', 'free'] as const).map((type) => (
            <Chip
              key={type}
              variant="light"
              checked={filters.type === type}
              onChange={(on) => set({ type: on ? type : '' })}
            >
              {t(typeLabels[type])} <span className={classes.count}>{countOf(facets.data?.course_type, type)}</span>
            </Chip>
          ))}
        </Group>
      </div>
      <Choices filters={filters} facets={facets.data} onSet={set} />
    </>
  )
}

type ChoicesProps = {
  filters: CourseFilters
  facets: Facets | undefined
  onSet: (change: Record<string, string>) => void
}

function Choices({ filters, facets, onSet }: ChoicesProps) {
  const select = (name: keyof CourseFilters, label: string, any: string, values: Values = none, labels?: Labels) => {
    const chosen = String(filters[name] ?? '')
    return (
      <NativeSelect
        label={label}
        value={chosen}
        onChange={(event) => onSet({ [name]: event.currentTarget.value })}
        data={[
          { value: '', label: any },
          ...withChosen(values, chosen).map(({ value, count }) => {
            const named = labels?.[value]
            return { value, label: `${named ? t(named) : value} (${count})` }
          }),
        ]}
      />
    )
  }
  return (
    <section className={classes.choices} aria-label={t`More filters`}>
      {select('level', t`Level`, t`Any level`, facets?.level, levelLabels)}
      {select('isFree', t`Price`, t`Any price`, facets?.is_free, priceLabels)}
      {select('is_certification', t`Certificate`, t`With or without`, facets?.is_certification, certificateLabels)}
      {select('tools_technologies', t`Tool`, t`Any tool`, facets?.tools_technologies)}
      {select('features', t`Feature`, t`Any feature`, facets?.features)}
      {select('min_rating', t`Rating`, t`Any rating`, facets?.min_rating, ratingLabels)}
      <NativeSelect
        label={t`Sort by`}
        value={filters.sort ?? 'newest'}
        onChange={({ currentTarget: { value } }) => onSet({ sort: value === 'newest' ? '' : value })}
        data={[
          { value: 'newest', label: t`Newest first` },
          { value: 'rating', label: t`Highest rated first` },
          { value: 'oldest', label: t`Oldest first` },
          { value: 'title', label: t`Title, A to Z` },
          { value: '-title', label: t`Title, Z to A` },
          { value: 'price', label: t`Lowest price first` },
          { value: '-price', label: t`Highest price first` },
        ]}
      />
    </section>
  )
}

const countOf = (values: Values = none, value: string) => values.find((v) => v.value === value)?.count ?? 0

/** Keeps the selected value in the list even if it leaves no course. */
const withChosen = (values: Values = none, chosen = '') =>
  chosen && !values.some(({ value }) => value === chosen) ? [...values, { value: chosen, count: 0 }] : values
