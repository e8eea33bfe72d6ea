import { plural } from '@lingui/core/macro'
import { Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { CourseCover } from '@/shared/course-cover'
import { toDay } from '@/shared/format'

import type { PostCard as Card_ } from './api'
import classes from './blog.module.css'

const cardSizes = '(min-width: 75em) 390px, (min-width: 48em) 48vw, 96vw'

/** A post in a list. */
export function PostCard({ post, eager, order = 2 }: { post: Card_; eager: boolean; order?: 2 | 3 }) {
  return (
    <Card component="li" className={classes.card}>
      <Card.Section className={classes.cover}>
        <CourseCover title={post.title} cover={post.cover ?? undefined} sizes={cardSizes} eager={eager} />
      </Card.Section>
      <Title order={order} size="h4" mt="sm" lh={1.25}>
        <Link to="/blog/$slug" params={{ slug: post.slug }} className={classes.title}>
          {post.title}
        </Link>
      </Title>
      {post.excerpt && (
        <Text size="sm" mt={6} lineClamp={3}>
          {post.excerpt}
        </Text>
      )}
      <Group gap={6} mt="auto" pt="sm">
        <Text size="sm" c="dimmed">
          {post.authors.map(({ name }) => name).join(', ')} · {toDay(post.publishedAt)} ·{' '}
          {minutesToRead(post.readMinutes)}
        </Text>
      </Group>
    </Card>
  )
}

export const minutesToRead = (minutes: number) => plural(minutes, { one: '# min read', other: '# min read' })
