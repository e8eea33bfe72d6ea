import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Container, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'

import { toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

import { type Post, postQuery, relatedPostsQuery, useLike } from './api'
import classes from './blog.module.css'
import { minutesToRead, PostCard } from './post-card'
import { PostHero } from './post-hero'

type Props = {
  slug: string
  /** Whether someone is signed in: only they can like a post. */
  signedIn: boolean
  /** What readers say about the post with an id and its current address. */
  comments: (postId: string, slug: string) => ReactNode
  /** Called with the current address of a post that was asked for by an earlier one. */
  onMoved: (slug: string) => void
}

/** A published post. */
export function PostPage({ slug, signedIn, comments, onMoved }: Props) {
  const post = useQuery(postQuery(slug))
  const moved = post.data?.isMoved ? post.data.slug : undefined
  useEffect(() => {
    if (moved) onMoved(moved)
  }, [moved, onMoved])
  return (
    <Container size={900} py={{ base: 'md', sm: 'xl' }}>
      <QueryView query={post} skeleton={<Skeletons />} isPage>
        {(shown) => (
          <>
            <Article post={shown} signedIn={signedIn} />
            {comments(shown.id, shown.slug)}
            <Related slug={shown.slug} />
          </>
        )}
      </QueryView>
    </Container>
  )
}

function Article({ post, signedIn }: { post: Post; signedIn: boolean }) {
  return (
    <article className={classes.article} lang={post.language || undefined}>
      <TextLink to="/blog" size="sm">
        <Trans>Blog</Trans>
      </TextLink>
      <PageTitle title={post.title} mt="xs" style={{ overflowWrap: 'anywhere' }} />
      <Text c="dimmed" mt="xs" mb="lg">
        {post.authors.map(({ name }) => name || t`Former author`).join(', ')} · {toDay(post.publishedAt)} ·{' '}
        {minutesToRead(post.readMinutes)}
      </Text>
      <PostHero post={post} />
      {post.toc.length > 2 && <Contents toc={post.toc} />}
      <RichText html={post.html} />
      {post.tags.length > 0 && (
        <Group gap="sm" mt="xl" component="nav" aria-label={t`Tags`}>
          {post.tags.map(({ name, slug }) => (
            <TextLink key={slug} to="/blog" search={{ tag: slug }} size="sm">
              {name}
            </TextLink>
          ))}
        </Group>
      )}
      <Like post={post} signedIn={signedIn} />
    </article>
  )
}

/** Posts that have most in common with this one; nothing where there are none. */
function Related({ slug }: { slug: string }) {
  const { data } = useQuery(relatedPostsQuery(slug))
  if (!data?.length) return null
  return (
    <section>
      <Title order={2} size="h3" mt={48} mb="md">
        <Trans>Related posts</Trans>
      </Title>
      <SimpleGrid component="ul" cols={{ base: 1, sm: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
        {data.map((post) => (
          <PostCard key={post.id} post={post} order={3} eager={false} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function Contents({ toc }: { toc: Post['toc'] }) {
  return (
    <nav aria-label={t`Contents`} style={{ marginBlock: 'var(--mantine-spacing-lg)' }}>
      <ol className={classes.contents}>
        {toc.map(({ id, level, text }) => (
          <li key={id} data-level={level}>
            <Anchor href={`#${id}`}>{text}</Anchor>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Like({ post, signedIn }: { post: Post; signedIn: boolean }) {
  const like = useLike(post)
  const counted = plural(post.likes, { one: '# like', other: '# likes' })
  if (!signedIn) {
    return (
      <Text mt="lg" size="sm" c="dimmed">
        {counted} ·{' '}
        <TextLink to="/sign-in" search={{ next: `/blog/${post.slug}` }}>
          <Trans>Sign in to like this post</Trans>
        </TextLink>
      </Text>
    )
  }
  return (
    <Group mt="lg">
      <Button
        variant={post.isLiked ? 'light' : 'default'}
        leftSection={post.isLiked ? <IconHeartFilled size={18} /> : <IconHeart size={18} />}
        aria-pressed={post.isLiked}
        loading={like.isPending}
        onClick={() => like.mutate(!post.isLiked)}
      >
        <Trans>Like</Trans>
      </Button>
      <Text size="sm" c="dimmed" aria-live="polite">
        {counted}
      </Text>
      {like.error && <Failure error={like.error} />}
    </Group>
  )
}

function Skeletons() {
  return (
    <div className={classes.article}>
      <Skeleton height={20} width={60} />
      <Skeleton height={48} mt="xs" />
      <Skeleton height={22} mt="xs" width="60%" />
      <Skeleton className={classes.hero} mt="lg" />
      <Skeleton height={400} mt="lg" />
    </div>
  )
}
