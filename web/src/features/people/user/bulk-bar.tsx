import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { count } from '@/shared/format'
import { everyRole, roleNames } from '@/shared/roles'

import type { BulkChange } from './api'
import classes from './bulk.module.css'
import { BulkDialog } from './bulk-dialog'
import { BulkJobDialog } from './bulk-job-dialog'
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
  const { sort: _, ...picked } = filters
  const close = () => setChange(undefined)

  return (
    <section className={classes.bar} aria-label={t`Those who are chosen`}>
      <Text fw={600} role="status">
        {every && !exact && t`More than `}
        <Trans>{count(every ? total : chosen.size, 'user')} chosen</Trans>
      </Text>
      {more && !whole && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          <Trans>Choose all</Trans> {exact ? `${total.toLocaleString('en-GB')} ` : ''}
          <Trans>that match</Trans>
        </Button>
      )}
      <Menu position="top-start" shadow="md" radius="md">
        <Menu.Target>
          <Button ms="auto" rightSection={<IconChevronDown size={16} />}>
            <Trans>Change them</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setChange({ action: 'activate' })}>
            <Trans>Switch on</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setChange({ action: 'deactivate' })}>
            <Trans>Switch off</Trans>
          </Menu.Item>
          <Menu.Divider />
          {everyRole.map((role) => (
            <Menu.Item key={`give ${role}`} onClick={() => setChange({ action: 'add_role', role })}>
              <Trans>Give the role {t(roleNames[role])}</Trans>
            </Menu.Item>
          ))}
          <Menu.Divider />
          {everyRole.map((role) => (
            <Menu.Item key={`take ${role}`} onClick={() => setChange({ action: 'remove_role', role })}>
              <Trans>Take the role {t(roleNames[role])}</Trans>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setChange({ action: 'end_sessions' })}>
            <Trans>Sign out everywhere</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setChange({ action: 'require_new_password' })}>
            <Trans>Require a new password</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setChange({ action: 'delete' })}>
            <Trans>Delete</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" onClick={onDone}>
        <Trans>Choose nobody</Trans>
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
