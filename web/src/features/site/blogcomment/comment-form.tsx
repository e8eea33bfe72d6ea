import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Failure } from '@/shared/query-view'
import { RobotTrap } from '@/shared/robot-fields'
import { toast } from '@/shared/toasts'
import { useErrorFocus } from '@/shared/use-error-focus'

import { formQuery, useAddComment } from './api'

const longest = 5000 // characters

/** The comment to which a new one replies. */
export type ReplyTo = { threadId: string; answersId?: string; name: string }

type Props = { postId: string; replyTo?: ReplyTo; onDone?: () => void }

/** A form for a comment, or for a reply. It keeps the text until the server has it. */
export function CommentForm({ postId, replyTo, onDone }: Props) {
  const { data: form } = useQuery(formQuery(postId))
  const add = useAddComment(postId)
  const [body, setBody] = useState('')
  const [website, setWebsite] = useState('')
  const errors = fieldErrors(add.error)
  const fields = useErrorFocus<HTMLFormElement>(add.error)
  if (form && !form.isOpen) {
    return replyTo ? null : (
      <Text c="dimmed">
        <Trans>This post no longer takes comments.</Trans>
      </Text>
    )
  }
  if (form?.blocked) {
    return (
      <Text c="dimmed">
        <Trans>An administrator has blocked you from commenting: {form.blocked}</Trans>
      </Text>
    )
  }
  const send = () => {
    if (!form || add.isPending) return
    const { threadId = '', answersId = '' } = replyTo ?? {}
    const sent = { body, threadId, answersId, website, stamp: form.stamp }
    add.mutate(sent, {
      onSuccess: ({ isWaiting }) => {
        toast(isWaiting ? t`Comment sent. It appears once it is approved.` : t`Comment published.`)
        setBody('')
        onDone?.()
      },
    })
  }
  return (
    <form
      ref={fields}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {add.error && !errors.body && <Failure error={add.error} />}
      <Textarea
        label={replyTo ? t`Your reply to ${replyTo.name}` : t`Your comment`}
        description={form?.waits ? t`It appears once an administrator has approved it.` : t`Everyone can read it.`}
        rows={4}
        resize="vertical"
        maxLength={longest}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        error={errors.body}
      />
      <RobotTrap name="website" value={website} onChange={(event) => setWebsite(event.currentTarget.value)} />
      <Group mt="xs">
        <Button type="submit" loading={add.isPending} disabled={body.trim() === '' || !form}>
          {replyTo ? t`Post reply` : t`Post comment`}
        </Button>
        {onDone && (
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Group>
    </form>
  )
}
