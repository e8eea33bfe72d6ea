import { t } from '@lingui/core/macro'
import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type DemoFeedback, useRespond } from './api'

/** Answers feedback, or notes what other administrators should know. */
export function ReplyDialog({ feedback, onClose }: { feedback: DemoFeedback; onClose: () => void }) {
  const [response, setResponse] = useState(feedback.response)
  const [internal, setInternal] = useState(feedback.responseInternal ?? false)
  const respond = useRespond(feedback.id)
  return (
    <FormDialog
      title={t`Reply to feedback`}
      onClose={onClose}
      onSubmit={() =>
        respond.mutate(
          { response, internal },
          {
            onSuccess: () => {
              toast(t`Reply saved.`)
              onClose()
            },
          },
        )
      }
      mutation={respond}
      fields={['response']}
      submit={t`Save reply`}
    >
      <Textarea
        label={t`Reply`}
        description={t`1,000 characters at most. It's shown where the feedback was given.`}
        rows={4}
        maxLength={1000}
        required
        data-autofocus
        value={response}
        error={fieldErrors(respond.error).response}
        onChange={({ currentTarget: { value } }) => setResponse(value)}
      />
      <Checkbox
        label={t`Only administrators see it`}
        checked={internal}
        onChange={({ currentTarget: { checked } }) => setInternal(checked)}
      />
    </FormDialog>
  )
}
