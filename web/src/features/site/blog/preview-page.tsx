import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Container, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { toMinute } from '@/shared/format'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

import { previewQuery } from './api'
import classes from './blog.module.css'
import { minutesToRead } from './post-card'
import { PostHero } from './post-hero'

/** The draft of a post, for those who have its preview link. */
export function PreviewPage({ token }: { token: string }) {
  const preview = useQuery(previewQuery(token))
  return (
    <Container size={900} py={{ base: 'md', sm: 'xl' }}>
      <QueryView query={preview} skeleton={<Skeleton className={classes.article} height={480} />} isPage>
        {(post) => (
          <article className={classes.article} lang={post.language || undefined}>
            <Alert mb="lg" title={t`Preview of a draft`}>
              <Trans>It may still change. This link works until {toMinute(post.expiresAt)}.</Trans>
            </Alert>
            <PageTitle title={post.title || t`Untitled`} style={{ overflowWrap: 'anywhere' }} />
            <Text c="dimmed" mt="xs" mb="lg">
              {post.authors.map(({ name }) => name || t`Former author`).join(', ')} · {minutesToRead(post.readMinutes)}
            </Text>
            <PostHero post={post} />
            <RichText html={post.html} />
          </article>
        )}
      </QueryView>
    </Container>
  )
}
