import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { toast } from '@/shared/toasts'

import { MessageForm } from './message-form'
import { uploadStaffFile, useAnswer } from './staff-api'

const acts = ['answer', 'resolve', 'note'] as const
type Act = (typeof acts)[number]

/** Answers a complaint, resolves it with an answer, or adds a note. */
export function AnswerCard({ id, isOver }: { id: string; isOver: boolean }) {
  const answer = useAnswer(id)
  const [chosen, setChosen] = useState<Act>('answer')
  const act = isOver ? 'note' : chosen
  const submit = { answer: t`Send answer`, resolve: t`Send and resolve`, note: t`Add note` }[act]
  return (
    <Card
      withBorder
      padding="lg"
      radius="lg"
      component="section"
      aria-label={t({ message: 'Answer', context: 'complaint' })}
    >
      <MessageForm
        label={t({ message: 'Answer', context: 'complaint' })}
        field={act === 'note' ? t`Note for administrators` : t`Answer to the person`}
        submit={submit}
        upload={uploadStaffFile(id)}
        pending={answer.isPending}
        error={answer.error}
        send={(message, onSent) =>
          answer.mutate(
            { ...message, note: act === 'note', resolve: act === 'resolve' },
            {
              onSuccess: () => {
                onSent()
                toast(act === 'note' ? t`Note added.` : t`Answer sent.`)
              },
            },
          )
        }
      >
        {isOver ? (
          <Text size="sm" c="dimmed">
            <Trans>To answer, set the status to open again.</Trans>
          </Text>
        ) : (
          <Radio.Group
            label={t`What happens then`}
            value={chosen}
            onChange={(value) => setChosen(acts.find((known) => known === value) ?? 'answer')}
          >
            <Stack gap={6} mt={6}>
              <Radio value="answer" label={t`It waits for the person`} />
              <Radio value="resolve" label={t`It is resolved`} />
              <Radio value="note" label={t`Nothing: only administrators see it`} />
            </Stack>
          </Radio.Group>
        )}
      </MessageForm>
    </Card>
  )
}
