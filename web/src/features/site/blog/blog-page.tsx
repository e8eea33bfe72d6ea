import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, Group, SimpleGrid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Empty, NoMatches } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { postsQuery, tagsQuery } from './api'
import type { PostFilters } from './filters'
import { PostCard } from './post-card'

type Props = { filters: PostFilters; onFilters: (filters: PostFilters) => void }

const columns = { base: 1, sm: 2, lg: 3 }
const firstRow = 3

/** The published posts. */
export function BlogPage({ filters, onFilters }: Props) {
  const posts = useQuery(postsQuery(filters))
  return (
    <Container size={1200} pt={{ base: 'xs', sm: 'lg' }}>
      <PageHead title={t`Blog`} lead={t`News and ideas from our instructors.`} />
      <SearchField
        label={t`Search posts`}
        value={filters.search ?? ''}
        onSearch={(search) => onFilters(search ? { search } : {})}
        maxLength={200}
        maw={420}
        mb="md"
      />
      <Tags chosen={filters.tag} onChoose={(tag) => onFilters(tag ? { tag } : {})} />
      <QueryView
        query={posts}
        skeleton={<Skeletons />}
        isEmpty={({ items }) => items.length === 0}
        empty={<NoPosts filters={filters} onClear={() => onFilters({})} />}
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(total) => plural(total, { one: '# post', other: '# posts' })} />
            <SimpleGrid
              component="ul"
              cols={columns}
              p={0}
              m={0}
              aria-label={t`Posts`}
              style={{ listStyle: 'none', opacity: posts.isPlaceholderData ? 0.6 : 1 }}
            >
              {items.map((post, i) => (
                <PostCard key={post.id} post={post} eager={i < firstRow} />
              ))}
            </SimpleGrid>
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
    </Container>
  )
}

function Tags({ chosen, onChoose }: { chosen: string | undefined; onChoose: (tag: string | undefined) => void }) {
  const tags = useQuery(tagsQuery())
  if (tags.isPending) return <Skeleton height={36} mb="md" />
  if (!tags.data?.length) return null
  return (
    <Group gap="xs" mb="md" role="group" aria-label={t`Tags`}>
      {tags.data.map(({ name, slug, posts }) => (
        <Button
          key={slug}
          size="xs"
          h={36}
          radius="xl"
          variant={slug === chosen ? 'filled' : 'default'}
          aria-pressed={slug === chosen}
          onClick={() => onChoose(slug === chosen ? undefined : slug)}
        >
          {name} ({posts})
        </Button>
      ))}
    </Group>
  )
}

function NoPosts({ filters, onClear }: { filters: PostFilters; onClear: () => void }) {
  if (filters.search) {
    return (
      <NoMatches title={t`No posts found`} onClear={onClear}>
        <Trans>Try other words or fewer of them.</Trans>
      </NoMatches>
    )
  }
  if (filters.tag) {
    return (
      <NoMatches title={t`No posts with this tag`} onClear={onClear}>
        <Trans>Choose another tag.</Trans>
      </NoMatches>
    )
  }
  return (
    <Empty
      title={t`No posts yet`}
      action={
        <TextLink to="/courses">
          <Trans>Catalogue</Trans>
        </TextLink>
      }
    >
      <Trans>Posts appear here once they are published.</Trans>
    </Empty>
  )
}

function Skeletons() {
  return (
    <>
      <Skeleton height={20} width={80} mb="xs" />
      <SimpleGrid cols={columns}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={360} radius="lg" />
        ))}
      </SimpleGrid>
    </>
  )
}
