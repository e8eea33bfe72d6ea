import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { count } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { type FoundUser, userSearchQuery } from './api'
import classes from './find-user.module.css'

type Props = { onFound: (person: FoundUser) => void; onClose: () => void }

/** Finds a user by name or email address, to lock their account. */
export function FindUser({ onFound, onClose }: Props) {
  const [search, setSearch] = useState('')
  return (
    <Dialog title={t`Whom do you want to lock?`} onClose={onClose}>
      <Stack gap="sm" pt={6}>
        <SearchField label={t`Search by name or email`} value={search} onSearch={setSearch} data-autofocus />
        {search === '' ? (
          <Text size="sm" c="dimmed">
            <Trans>Type the beginning of any word of their name, or of their address.</Trans>
          </Text>
        ) : (
          <People search={search} onFound={onFound} />
        )}
      </Stack>
    </Dialog>
  )
}

function People({ search, onFound }: Pick<Props, 'onFound'> & { search: string }) {
  const people = useQuery(userSearchQuery(search))
  return (
    <QueryView
      query={people}
      skeleton={<Skeleton height={160} radius="md" />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Text size="sm" role="status">
          <Trans>Nobody’s name or address has a word that begins so.</Trans>
        </Text>
      }
    >
      {({ items, pagination: { total_items, total_is_exact } }) => (
        <>
          <Text size="sm" c="dimmed" role="status">
            {total_items > items.length
              ? t`The first ${items.length} of ${total_items.toLocaleString('en-GB')}${total_is_exact === false ? t` or more` : ''}. Type more to narrow them.`
              : count(items.length, 'person', 'people')}
          </Text>
          <ul className={classes.people} aria-label={t`People found`}>
            {items.map((person) => (
              <li key={person.id}>
                <UnstyledButton className={classes.person} onClick={() => onFound(person)}>
                  <span className={classes.name}>
                    {person.full_name}
                    {person.locked && (
                      <Badge color="red">
                        <Trans>Locked</Trans>
                      </Badge>
                    )}
                  </span>
                  <span className={classes.address}>{person.email}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryView>
  )
}
