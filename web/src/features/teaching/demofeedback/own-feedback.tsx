import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { answersOf } from './answers'
import { availableQuery, type DemoFeedback, ownFeedbackQuery, useChange, useGive } from './api'
import { FeedbackForm } from './feedback-form'
import { FeedbackText } from './feedback-text'

/** What the user has said about one of their demo classes, which they can change for a day; or the button to say it. */
export function OwnFeedback({ bookingId }: { bookingId: string }) {
  const own = useQuery(ownFeedbackQuery())
  const available = useQuery(availableQuery()).data?.availableDemos ?? []
  const [writing, setWriting] = useState(false)
  const close = () => setWriting(false)
  return (
    <QueryView query={own} skeleton={<Skeleton h={60} />}>
      {(all) => {
        const given = all.find((one) => one.demoBookingId === bookingId)
        if (given)
          return (
            <Stack gap="sm">
              <FeedbackText feedback={given} />
              {given.canEdit && (
                <div>
                  <Button variant="default" onClick={() => setWriting(true)}>
                    <Trans>Change feedback</Trans>
                  </Button>
                </div>
              )}
              {writing && <ChangeDialog feedback={given} onClose={close} />}
            </Stack>
          )
        if (!available.some((one) => one.demoBookingId === bookingId)) return null
        return (
          <div>
            <Button onClick={() => setWriting(true)}>
              <Trans>Give feedback</Trans>
            </Button>
            {writing && <GiveDialog bookingId={bookingId} onClose={close} />}
          </div>
        )
      }}
    </QueryView>
  )
}

function GiveDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const give = useGive(bookingId)
  const sent = () => {
    toast(t`Thank you. Your feedback was sent.`)
    onClose()
  }
  return (
    <Dialog title={t`Your feedback`} size="lg" onClose={onClose}>
      <FeedbackForm save={{ ...give, mutate: (body) => give.mutate(body, { onSuccess: sent }) }} />
    </Dialog>
  )
}

function ChangeDialog({ feedback, onClose }: { feedback: DemoFeedback; onClose: () => void }) {
  const change = useChange(feedback.id)
  const saved = () => {
    toast(t`Feedback saved.`)
    onClose()
  }
  return (
    <Dialog title={t`Change feedback`} size="lg" onClose={onClose}>
      <FeedbackForm
        initial={answersOf(feedback)}
        save={{ ...change, mutate: (body) => change.mutate(body, { onSuccess: saved }) }}
      />
    </Dialog>
  )
}
