import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Empty, NoMatches } from '@/shared/empty'
import { PageTitle } from '@/shared/page-title'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { isUnderWay, type Video, videosQuery } from './api'
import type { VideoFilters } from './filters'
import { LibraryFilters } from './library-filters'
import type { DrawerTab, VideoPanels } from './video-drawer'
import { VideoDrawer } from './video-drawer'
import { VideoRow } from './video-row'
import classes from './videos-page.module.css'

/** The state of the library, kept in the URL. */
export type LibraryView = VideoFilters & { video?: string; tab?: DrawerTab }

type Props = {
  view: LibraryView
  onView: (view: LibraryView) => void
  /** The courses to filter by; absent in the library of one course. */
  courses?: { id: string; title: string }[]
  /** The component for uploading videos. */
  upload: ReactNode
  /** The tabs of a video's drawer that other features provide. */
  panels: (video: Video) => VideoPanels
}

// Browsers open six connections to one server: this many videos are streamed live, the others are polled.
const liveAtMost = 3

/** The teacher's video library. */
export function VideosPage({ view, onView, courses, upload, panels }: Props) {
  const { video: open, tab, ...filters } = view
  const videos = useQuery(videosQuery(filters))
  const narrowed = Boolean(filters.search || filters.status || (courses && filters.courseId))
  const followed = videos.data?.items.filter((v) => isUnderWay(v.status)).slice(0, liveAtMost)

  return (
    <>
      <PageTitle title={t`Videos`} mb="md" />
      {upload}
      <LibraryFilters filters={filters} onFilters={onView} {...(courses && { courses })} />
      <QueryView
        query={videos}
        skeleton={<Rows height={104} />}
        isEmpty={(d) => d.items.length === 0}
        empty={narrowed ? <NothingMatches onClear={() => onView({})} /> : <NoVideos />}
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# video', other: '# videos' })} />
            <ul className={classes.list} aria-label={t`Videos`}>
              {items.map((v) => (
                <VideoRow
                  key={v.videoId}
                  video={v}
                  live={followed?.includes(v) ?? false}
                  onOpen={(next) => onView({ ...filters, video: v.videoId, tab: next })}
                />
              ))}
            </ul>
            <Pages pagination={pagination} onPage={(page) => onView({ ...filters, page })} />
          </>
        )}
      </QueryView>
      <VideoDrawer
        videoId={open}
        tab={tab ?? 'details'}
        onTab={(next) => open && onView({ ...filters, video: open, tab: next })}
        onClose={() => onView(filters)}
        panels={panels}
      />
    </>
  )
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <NoMatches title={t`No videos match`} onClear={onClear}>
      <Trans>Change the filters or clear them.</Trans>
    </NoMatches>
  )
}

function NoVideos() {
  return (
    <Empty title={t`No videos yet`}>
      <Trans>Drop your first video above. You can watch it while higher qualities are still being processed.</Trans>
    </Empty>
  )
}
