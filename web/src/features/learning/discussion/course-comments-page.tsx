import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { courseCommentsQuery } from './api'
import { CommentItem } from './comment-item'
import { Replies } from './thread'

type Props = {
  courseId: string
  /** Whether only comments that await an answer are listed. */
  unanswered: boolean
  onUnanswered: (unanswered: boolean) => void
}

/** The comments on all lessons of a course, for its instructors to answer. */
export function CourseCommentsPage({ courseId, unanswered, onUnanswered }: Props) {
  const comments = useInfiniteQuery(courseCommentsQuery(courseId, unanswered))
  return (
    <>
      <PageHead title={t`Comments`} lead={t`What learners ask and say on the lessons of this course.`} />
      <SegmentedControl
        aria-label={t`Show`}
        mb="md"
        value={unanswered ? 'unanswered' : 'all'}
        onChange={(value) => onUnanswered(value === 'unanswered')}
        data={[
          { value: 'unanswered', label: t`Unanswered` },
          { value: 'all', label: t`All` },
        ]}
      />
      <QueryView
        query={comments}
        skeleton={<Rows height={120} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          unanswered ? (
            <Empty title={t`No unanswered comments`}>
              <Trans>Comments of learners appear here until an instructor replies.</Trans>
            </Empty>
          ) : (
            <Empty title={t`No comments yet`}>
              <Trans>What learners write on lessons appears here.</Trans>
            </Empty>
          )
        }
      >
        {({ items }) => (
          <Stack component="ul" aria-label={t`Comments`} p={0} m={0} gap="md" style={{ listStyle: 'none' }}>
            {items.map((comment) => (
              <Card component="li" withBorder key={comment.id}>
                {comment.lessonTitle && (
                  <TextLink to="/learn/$courseId/$videoId" params={{ courseId, videoId: comment.lessonId }} size="sm">
                    {comment.lessonTitle}
                  </TextLink>
                )}
                <CommentItem comment={comment} staff>
                  <Replies comment={comment} staff />
                </CommentItem>
              </Card>
            ))}
          </Stack>
        )}
      </QueryView>
      <MoreButton query={comments} />
    </>
  )
}
