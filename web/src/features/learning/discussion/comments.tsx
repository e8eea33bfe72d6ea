import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Title } from '@mantine/core'

import { useSay } from './api'
import { CommentForm } from './comment-form'
import { Thread } from './thread'

type Props = {
  lessonId: string
  /** Whether the reader may hide other users' comments. */
  staff: boolean
}

export function Comments({ lessonId, staff }: Props) {
  const say = useSay(lessonId)
  return (
    <section aria-labelledby="comments">
      <Title order={2} id="comments" size="h4" mb="xs">
        <Trans>Comments</Trans>
      </Title>
      <CommentForm
        label={t`New comment`}
        act={t`Post comment`}
        isPlainUntilUsed
        change={say}
        onSend={(body, done) => say.mutate(body, done)}
      />
      <Thread lessonId={lessonId} staff={staff} thread="" />
    </section>
  )
}
