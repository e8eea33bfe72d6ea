import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'

import { t } from '@lingui/core/macro'
import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'

import { suggestionsQuery } from './api'

type Props = Pick<AutocompleteProps, 'ref' | 'rightSection'> & {
  /** What the current page is a search for; empty for other pages. */
  search: string
  onSearch: (search: string) => void
  /** Called with the id of a suggested course that the user has chosen. */
  onCourse: (courseId: string) => void
}

const pause = 200 // milliseconds without typing before suggestions are requested

/** A search for courses that suggests words, courses, categories and instructors while the user types. */
export default function CourseSearch({ search, onSearch, onCourse, ...rest }: Props) {
  const [typed, setTyped] = useState(search)
  useEffect(() => setTyped(search), [search]) // on navigation
  const [waited] = useDebouncedValue(typed.trim(), pause)
  const suggestions = useQuery(suggestionsQuery(waited, waited !== search)).data ?? []
  const isTyping = typed.trim().length > 1 && typed.trim() !== search // what was searched for needs no suggestions
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  const choose = (text: string) => {
    const course = suggestions.find((one) => one.text === text && one.course_id)
    if (course) onCourse(course.course_id)
    else onSearch(text)
  }
  return (
    <form onSubmit={submit}>
      <Autocomplete
        {...rest}
        radius="xl"
        aria-label={t`Search courses`}
        aria-keyshortcuts="/"
        placeholder={t`Search courses`}
        leftSection={<IconSearch size={18} />}
        comboboxProps={{ withinPortal: false }} // inside of the landmark of the search
        data={isTyping ? [...new Set(suggestions.map(({ text }) => text))] : []}
        filter={({ options }) => options} // the server has found them, also by misspelt words
        value={typed}
        onChange={setTyped}
        onOptionSubmit={choose}
      />
    </form>
  )
}
