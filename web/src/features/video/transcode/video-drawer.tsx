import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'

import { type Video, videoQuery } from './api'
import { VideoDetails } from './video-details'
import { VideoLog } from './video-log'

export const drawerTabs = ['details', 'chapters', 'captions', 'analytics', 'log'] as const
export type DrawerTab = (typeof drawerTabs)[number]

const labels: Record<DrawerTab, MessageDescriptor> = {
  details: msg`Details`,
  chapters: msg`Chapters`,
  captions: msg`Captions`,
  analytics: msg`Analytics`,
  log: msg`Log`,
}

/** What other features show of a video. */
export type VideoPanels = { file: ReactNode; chapters: ReactNode; captions: ReactNode; analytics: ReactNode }

type Props = {
  videoId: string | undefined
  tab: DrawerTab
  onTab: (tab: DrawerTab) => void
  onClose: () => void
  panels: (video: Video) => VideoPanels
}

/** Everything about one video, beside the library. */
export function VideoDrawer({ videoId, tab, onTab, onClose, panels }: Props) {
  const title = useQuery({ ...videoQuery(videoId ?? ''), enabled: videoId !== undefined }).data?.value.title
  return (
    <SideDrawer opened={videoId !== undefined} onClose={onClose} title={title ?? t`Video`}>
      {videoId && <Body videoId={videoId} tab={tab} onTab={onTab} panels={panels} />}
    </SideDrawer>
  )
}

function Body({ videoId, tab, onTab, panels }: Omit<Props, 'onClose' | 'videoId'> & { videoId: string }) {
  const video = useQuery(videoQuery(videoId))
  const choose = (value: string | null) => {
    const next = drawerTabs.find((tab) => tab === value)
    if (next) onTab(next)
  }
  return (
    <QueryView query={video} skeleton={<Skeleton height={240} />}>
      {({ value, tag }) => {
        const { file, ...tabs } = panels(value)
        const shown = {
          details: <VideoDetails video={value} tag={tag} file={file} />,
          ...tabs,
          log: <VideoLog videoId={videoId} />,
        }
        return (
          <Tabs value={tab} onChange={choose} keepMounted={false}>
            <Tabs.List mb="md">
              {drawerTabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {t(labels[each])}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {drawerTabs.map((each) => (
              <Tabs.Panel key={each} value={each}>
                {shown[each]}
              </Tabs.Panel>
            ))}
          </Tabs>
        )
      }}
    </QueryView>
  )
}
