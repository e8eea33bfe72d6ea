import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'

import { CourseSearch } from '@/features/learning/course/course-search'
import { narrowed, readFilters } from '@/features/learning/course/filters'

import classes from './site-search.module.css'

/** The search for courses in the header; on a phone, an icon opens it. A search on the catalogue keeps its filters. */
export default function SiteSearch() {
  const navigate = useNavigate()
  const { pathname, search, href } = useLocation()
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const filters = pathname === '/courses' ? readFilters(search) : {}

  useHotkeys([['/', () => field.current?.focus()]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on arrival at another page
  useEffect(() => setOpen(false), [href])
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])

  return (
    <>
      <ActionIcon
        className={classes.icon}
        variant="subtle"
        color="gray"
        c="var(--ink)"
        size={44}
        radius="xl"
        aria-label={t`Search`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? <IconX size={20} /> : <IconSearch size={20} />}
      </ActionIcon>
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
