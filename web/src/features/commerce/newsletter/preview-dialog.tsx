import { t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Dialog } from '@/shared/dialog'
import { EmailPage, EmailText } from '@/shared/email-view'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { previewQuery } from './staff-api'

type Props = { id: string; tag: string; onClose: () => void }

/** A campaign as mail programs show it. */
export function PreviewDialog({ id, tag, onClose }: Props) {
  const preview = useQuery(previewQuery(id, tag))
  return (
    <Dialog title={t`Preview`} size="xl" closeLabel={t`Close`} onClose={onClose}>
      <QueryView query={preview} skeleton={<Rows height={96} />}>
        {({ subject, html, text }) => (
          <Tabs defaultValue="desktop" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="desktop">{t`Computer`}</Tabs.Tab>
              <Tabs.Tab value="phone">{t`Phone`}</Tabs.Tab>
              <Tabs.Tab value="text">{t`Plain text`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="desktop">
              <EmailPage subject={subject} html={html} />
            </Tabs.Panel>
            <Tabs.Panel value="phone">
              <EmailPage subject={subject} html={html} phone />
            </Tabs.Panel>
            <Tabs.Panel value="text">
              <EmailText text={text} />
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryView>
    </Dialog>
  )
}
