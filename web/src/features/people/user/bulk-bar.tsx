import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { decimal } from '@/shared/format'
import { everyRole } from '@/shared/roles'
import classes from '@/shared/sticky-bar.module.css'

import type { BulkChange } from './api'
import { BulkDialog } from './bulk-dialog'
import { BulkJobDialog } from './bulk-job-dialog'
import { titleOf } from './bulk-words'
import { toQuery, type UserFilters } from './filters'

type Props = {
  chosen: Set<string>
  /** The number of users matching the filters, if all shown ones are selected. */
  all: Schema<'Pagination'> | undefined
  filters: UserFilters
  onDone: () => void
}

type Change = Pick<BulkChange, 'action' | 'role'>

/** The actions for the selected users. */
export function BulkBar({ chosen, all, filters, onDone }: Props) {
  const [whole, setWhole] = useState(false)
  const [change, setChange] = useState<Change>()
  const total = all?.total_items ?? 0
  const more = total > chosen.size
  const every = whole && more
  const exact = all?.total_is_exact !== false
  const allMatching = decimal(total)
  const { sort: _, ...picked } = filters
  const close = () => setChange(undefined)

  return (
    <section className={classes.bar} aria-label={t`Selected users`}>
      <Text fw={600} role="status">
        {selectedInWords(every ? total : chosen.size, !every || exact)}
      </Text>
      {more && !whole && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {exact ? t`Select all ${allMatching} matching users` : t`Select all matching users`}
        </Button>
      )}
      <Menu position="top-start" shadow="md" radius="md">
        <Menu.Target>
          <Button ms="auto" rightSection={<IconChevronDown size={16} />}>
            <Trans>Change selected</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setChange({ action: 'activate' })}>
            <Trans>Reactivate</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setChange({ action: 'deactivate' })}>
            <Trans>Deactivate</Trans>
          </Menu.Item>
          <Menu.Divider />
          {everyRole.map((role) => (
            <Menu.Item key={`give ${role}`} onClick={() => setChange({ action: 'add_role', role })}>
              {titleOf({ action: 'add_role', role })}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {everyRole.map((role) => (
            <Menu.Item key={`take ${role}`} onClick={() => setChange({ action: 'remove_role', role })}>
              {titleOf({ action: 'remove_role', role })}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setChange({ action: 'end_sessions' })}>
            <Trans>Sign out everywhere</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setChange({ action: 'require_new_password' })}>
            <Trans>Require new password</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setChange({ action: 'delete' })}>
            <Trans>Delete</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" onClick={onDone}>
        <Trans>Clear selection</Trans>
      </Button>
      {change && !every && <BulkDialog change={{ ids: [...chosen], ...change }} onClose={close} onDone={onDone} />}
      {change && every && (
        <BulkJobDialog
          change={{ filter: toQuery(picked) || '*', ...change }}
          total={total}
          exact={exact}
          onClose={close}
          onDone={onDone}
        />
      )}
    </section>
  )
}

const selectedInWords = (users: number, exact: boolean) =>
  exact
    ? plural(users, { one: '# user selected', other: '# users selected' })
    : plural(users, { one: 'More than # user selected', other: 'More than # users selected' })
