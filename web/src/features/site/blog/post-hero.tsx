import { CourseCover } from '@/shared/course-cover'

import type { Post } from './api'
import classes from './blog.module.css'

/** The cover of a post above its text; nothing without one. */
export function PostHero({ post: { title, cover } }: { post: Pick<Post, 'title' | 'cover'> }) {
  return (
    cover && (
      <div className={classes.hero} style={{ marginBlock: 'var(--mantine-spacing-lg)' }}>
        <CourseCover title={title} cover={cover} alt={cover.alt} sizes="(min-width: 48em) 704px, 96vw" eager />
      </div>
    )
  )
}
