import { t } from '@lingui/core/macro'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useId, useRef } from 'react'

import { narrowed, readFilters } from '@/features/learning/course/filters'

import { PanelButton, usePanel } from './panel-button'
import classes from './site-search.module.css'

// Not before it is shown: a phone draws the first page without the field and its list of suggestions.
const CourseSearch = lazy(() => import('@/features/learning/course/course-search'))

/** The search for courses in the header; on a phone, an icon opens it. A search on the catalogue keeps its filters. */
export default function SiteSearch() {
  const navigate = useNavigate()
  const { pathname, search, href } = useLocation()
  const { open, toggle } = usePanel(href)
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  const field = useRef<HTMLInputElement>(null)
  const focusOpened = useCallback(
    (input: HTMLInputElement | null) => {
      field.current = input
      if (open) input?.focus()
    },
    [open],
  )
  const id = useId()
  const filters = pathname === '/courses' ? readFilters(search) : {}

  useHotkeys([['/', () => field.current?.focus()]])

  return (
    <>
      <PanelButton
        className={classes.icon}
        label={t`Search`}
        open={open}
        controls={id}
        icon={<IconSearch size={20} />}
        onToggle={toggle}
      />
      <search id={id} className={classes.search} data-open={open || undefined}>
        {(open || !isNarrow) && (
          <Suspense fallback={null}>
            <CourseSearch
              ref={focusOpened}
              search={filters.search ?? ''}
              onSearch={(text) => void navigate({ to: '/courses', search: narrowed({}, { ...filters, search: text }) })}
              onCourse={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId } })}
              rightSection={<kbd className={classes.key}>/</kbd>}
            />
          </Suspense>
        )}
      </search>
    </>
  )
}
