import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { decimal } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { type FoundUser, userSearchQuery } from './api'
import classes from './find-user.module.css'

type Props = { onFound: (person: FoundUser) => void; onClose: () => void }

/** Finds a user by name or email address, to lock their account. */
export function FindUser({ onFound, onClose }: Props) {
  const [search, setSearch] = useState('')
  return (
    <Dialog title={t`Find an account to lock`} onClose={onClose}>
      <Stack gap="sm" pt={6}>
        <SearchField label={t`Search by name or email`} value={search} onSearch={setSearch} data-autofocus />
        {search === '' ? (
          <Text size="sm" c="dimmed">
            <Trans>Type the beginning of a name or email address.</Trans>
          </Text>
        ) : (
          <Accounts search={search} onFound={onFound} />
        )}
      </Stack>
    </Dialog>
  )
}

function Accounts({ search, onFound }: Pick<Props, 'onFound'> & { search: string }) {
  const accounts = useQuery(userSearchQuery(search))
  return (
    <QueryView
      query={accounts}
      skeleton={<Skeleton height={160} radius="md" />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Text size="sm" role="status">
          <Trans>No accounts found. Check the spelling, or type fewer letters.</Trans>
        </Text>
      }
    >
      {({ items, pagination: { total_items, total_is_exact } }) => (
        <>
          <Text size="sm" c="dimmed" role="status">
            {foundInWords(items.length, total_items, total_is_exact !== false)}
          </Text>
          <ul className={classes.people} aria-label={t`Accounts found`}>
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

function foundInWords(shown: number, all: number, isExact: boolean) {
  if (all <= shown) return plural(shown, { one: '# account', other: '# accounts' })
  const total = decimal(all)
  return isExact
    ? t`${shown} of ${total} accounts. Type more to see fewer.`
    : t`${shown} of more than ${total} accounts. Type more to see fewer.`
}
