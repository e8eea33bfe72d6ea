import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { HomeSection } from '@/shared/home-section'
import { TextLink } from '@/shared/link'

import { featuredPostsQuery } from './api'
import { PostCard } from './post-card'

/** Featured posts, on the home page; nothing while the blog has none. */
export function HomePosts() {
  const posts = useQuery(featuredPostsQuery()).data ?? []
  if (posts.length === 0) return null
  return (
    <HomeSection
      title={t`From the blog`}
      aside={
        <TextLink to="/blog">
          <Trans>All posts</Trans>
        </TextLink>
      }
    >
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 2, md: 3 }}
        spacing="lg"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {posts.map((post) => (
          <PostCard key={post.id} post={post} eager={false} order={3} />
        ))}
      </SimpleGrid>
    </HomeSection>
  )
}
