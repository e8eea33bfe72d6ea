import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Chip, Container, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Empty, NoMatches } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { AnnouncementItem } from './announcement-item'
import { shownQuery, unreadQuery, useReadAll } from './api'

type Search = { page?: number; unread?: true }
type Props = { search: Search; onSearch: (search: Search) => void }

/** What was announced to the user: unread first. */
export function AnnouncementsPage({ search, onSearch }: Props) {
  const { page = 1 } = search
  const unread = search.unread ?? false
  const list = useQuery(shownQuery(page, unread))
  const count = useQuery(unreadQuery()).data ?? 0
  const readAll = useReadAll()
  return (
    <Container size={820} py={{ base: 'md', sm: 'xl' }}>
      <PageHead title={t`Announcements`} lead={t`What your school and your instructors want you to know.`}>
        <Button
          variant="default"
          disabled={count === 0}
          loading={readAll.isPending}
          onClick={() => readAll.mutate(undefined)}
        >
          <Trans>Mark all as read</Trans>
        </Button>
      </PageHead>
      {readAll.error && <Failure error={readAll.error} />}
      <Group mb="lg" role="group" aria-label={t`Filters`}>
        <Chip checked={unread} onChange={(on) => onSearch(on ? { unread: true } : {})}>
          <Trans>Unread</Trans>
        </Chip>
      </Group>
      <QueryView
        query={list}
        skeleton={<Rows height={170} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          unread ? (
            <NoMatches title={t`No unread announcements`} onClear={() => onSearch({})}>
              <Trans>You have read all of them.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No announcements yet`}>
              <Trans>Announcements of your school and your courses appear here.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Stack component="ul" p={0} m={0} gap="md" style={{ listStyle: 'none' }} aria-label={t`Announcements`}>
              {items.map((a) => (
                <AnnouncementItem key={a.id} announcement={a} />
              ))}
            </Stack>
            <Pages
              pagination={pagination}
              onPage={(next) => onSearch({ page: next, ...(unread && { unread: true as const }) })}
            />
          </>
        )}
      </QueryView>
    </Container>
  )
}
