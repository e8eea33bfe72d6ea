import { t } from '@lingui/core/macro'
import { Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import classes from './preview.module.css'
import { previewQuery } from './staff-api'

type Props = { id: string; tag: string; onClose: () => void }

/** A campaign as mail programs show it. Scripts in it cannot run. */
export function PreviewDialog({ id, tag, onClose }: Props) {
  const preview = useQuery(previewQuery(id, tag))
  return (
    <Dialog title={t`Preview`} size="xl" closeLabel={t`Close`} onClose={onClose}>
      <QueryView query={preview} skeleton={<Rows height={96} />}>
        {({ subject, html, text }) => {
          const page = (className: string | undefined) => (
            <iframe
              className={className}
              title={t`Email “${subject}”`}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              referrerPolicy="no-referrer"
              srcDoc={`<base target="_blank">${html}`}
            />
          )
          return (
            <Tabs defaultValue="desktop" keepMounted={false}>
              <Tabs.List mb="md">
                <Tabs.Tab value="desktop">{t`Computer`}</Tabs.Tab>
                <Tabs.Tab value="phone">{t`Phone`}</Tabs.Tab>
                <Tabs.Tab value="text">{t`Plain text`}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="desktop">{page(classes.page)}</Tabs.Panel>
              <Tabs.Panel value="phone">{page(`${classes.page} ${classes.phone}`)}</Tabs.Panel>
              <Tabs.Panel value="text">
                <Text component="pre" className={classes.text}>
                  {text}
                </Text>
              </Tabs.Panel>
            </Tabs>
          )
        }}
      </QueryView>
    </Dialog>
  )
}
