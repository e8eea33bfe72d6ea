import { t } from '@lingui/core/macro'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'

import { CourseSearch } from '@/features/learning/course/course-search'
import { narrowed, readFilters } from '@/features/learning/course/filters'

import { PanelButton, usePanel } from './panel-button'
import classes from './site-search.module.css'

/** The search for courses in the header; on a phone, an icon opens it. A search on the catalogue keeps its filters. */
export default function SiteSearch() {
  const navigate = useNavigate()
  const { pathname, search, href } = useLocation()
  const { open, toggle } = usePanel(href)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const filters = pathname === '/courses' ? readFilters(search) : {}

  useHotkeys([['/', () => field.current?.focus()]])
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])

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
        <CourseSearch
          ref={field}
          search={filters.search ?? ''}
          onSearch={(text) => void navigate({ to: '/courses', search: narrowed({}, { ...filters, search: text }) })}
          onCourse={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId } })}
          rightSection={<kbd className={classes.key}>/</kbd>}
        />
      </search>
    </>
  )
}
