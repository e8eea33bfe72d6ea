import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { EmailPage, EmailText } from '@/shared/email-view'
import { instant } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'

import { emailQuery, type StoredEmail } from './api'
import classes from './email.module.css'

type Props = { id: string | undefined; onClose: () => void }

/** One email, as mail clients show it and as plain text. */
export function EmailDrawer({ id, onClose }: Props) {
  const subject = useQuery({ ...emailQuery(id ?? ''), enabled: id !== undefined }).data?.subject
  return (
    <SideDrawer opened={id !== undefined} onClose={onClose} title={subject ?? t`Email`}>
      {id && <Body id={id} />}
    </SideDrawer>
  )
}

function Body({ id }: { id: string }) {
  return (
    <QueryView query={useQuery(emailQuery(id))} skeleton={<Skeleton height={320} />}>
      {(email) => (
        <>
          <dl className={classes.facts}>
            <dt>
              <Trans>Recipient</Trans>
            </dt>
            <dd>{email.to}</dd>
            <dt>
              <Trans>Date</Trans>
            </dt>
            <dd>{instant(email.sent_at)}</dd>
          </dl>
          <Formats email={email} />
        </>
      )}
    </QueryView>
  )
}

function Formats({ email: { html, text = '', subject } }: { email: StoredEmail }) {
  const plain = <EmailText text={text} />
  if (!html) return plain
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="html">
          <Trans>Preview</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="text">
          <Trans>Plain text</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html">
        <EmailPage subject={subject} html={html} />
      </Tabs.Panel>
      <Tabs.Panel value="text">{plain}</Tabs.Panel>
    </Tabs>
  )
}
