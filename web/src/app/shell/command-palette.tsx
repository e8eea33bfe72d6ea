import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Combobox, Mark, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import type { Schema } from '@/api/client'
import { useAccount } from '@/features/people/account/api'
import { searchQuery } from '@/features/site/finder/api'
import { Dialog } from '@/shared/dialog'

import { matchingPages } from './command-palette-pages'
import { matches } from './matches'
import { recentChoices, rememberChoice } from './recent-choices'

const kinds = {
  course: msg`Courses`,
  lesson: msg`Lessons`,
  post: msg`Posts`,
  tag: msg`Tags`,
  person: msg`People`,
  batch: msg`Batches`,
  order: msg`Orders`,
  video: msg`Videos`,
} satisfies Record<Schema<'FoundGroup'>['kind'], unknown>

const pause = 200 // milliseconds without typing before the server is asked

/** Finds pages and everything else that the user may see, by keyboard: Ctrl+K, or Cmd+K. Pages are found offline, too. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed.trim(), pause)
  const account = useAccount()
  const router = useRouter()
  const userId = account?.user.id ?? ''
  const found = useQuery(searchQuery(userId, waited))
  const groups = typed.trim().length > 1 ? (found.data ?? []) : []
  const recent = typed.trim() ? [] : recentChoices(userId)
  const isRecent = new Set(recent.map(({ path }) => path))
  const pages = matchingPages(typed, account, (message) => t(message))
    .filter(({ path }) => !isRecent.has(path))
    .slice(0, typed ? 6 : 8)
  const nothing = pages.length === 0 && groups.length === 0 && !found.isFetching
  const box = useCombobox({ opened: true, onDropdownClose: onClose }) // by Escape, which does not reach the dialog
  const { selectFirstOption } = box
  const choices = [...recent, ...pages, ...groups.flatMap(({ items }) => items)]
  const options = choices.map(({ path }) => path).join(' ')
  useEffect(() => {
    if (options) selectFirstOption()
  }, [options, selectFirstOption])

  return (
    <Dialog title={t`Search everything`} closeLabel={t`Close`} onClose={onClose}>
      <Combobox
        store={box}
        withinPortal={false}
        onOptionSubmit={(path) => {
          const title = choices.find((choice) => choice.path === path)?.title
          if (title) rememberChoice(userId, { path, title })
          onClose()
          router.history.push(path)
        }}
      >
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            aria-label={t`Search everything`}
            placeholder={t`Pages, courses, lessons, people`}
            leftSection={<IconSearch size={18} />}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options mah="50vh" style={{ overflowY: 'auto' }} aria-label={t`Found`}>
          {recent.length > 0 && (
            <Combobox.Group label={t`Recent`}>
              {recent.map(({ path, title }) => (
                <Combobox.Option key={path} value={path}>
                  {title}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {pages.length > 0 && (
            <Combobox.Group label={t`Pages`}>
              {pages.map(({ path, title, hint }) => (
                <Combobox.Option key={path} value={path}>
                  <Marked text={title} typed={typed} />
                  <Hint text={hint} />
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {groups.map(({ kind, items }) => (
            <Combobox.Group key={kind} label={t(kinds[kind])}>
              {items.map(({ id, title, hint, path }) => (
                <Combobox.Option key={id} value={path}>
                  <Marked text={title} typed={typed} />
                  <Hint text={hint} />
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {nothing && (
            <Combobox.Empty>
              <Trans>Nothing found. Try other words.</Trans>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
      {found.error && (
        <Text size="sm" c="dimmed">
          <Trans>Only pages are searched: the server can't be reached.</Trans>
        </Text>
      )}
    </Dialog>
  )
}

/** What distinguishes a choice from others of the same name. */
function Hint({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Text span size="sm" c="dimmed">
      {' '}
      · {text}
    </Text>
  )
}

/** A text in which the beginnings of words that were typed are marked. */
function Marked({ text, typed }: { text: string; typed: string }) {
  let at = 0
  return matches(text, typed).map((part) => {
    const key = at
    at += part.text.length
    return part.isMatch ? (
      <Mark key={key} color="yellow">
        {part.text}
      </Mark>
    ) : (
      <span key={key}>{part.text}</span>
    )
  })
}
