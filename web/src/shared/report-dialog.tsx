import '@mantine/core/styles/Radio.layer.css'

import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { FormDialog } from './form-dialog'

const reasons = ['spam', 'offensive', 'off_topic', 'personal_data', 'other'] as const
export type ReportReason = (typeof reasons)[number]

type Props = {
  /** What is reported: also the label of the button. */
  title: string
  labels: Record<ReportReason, MessageDescriptor>
  mutation: { isPending: boolean; error: Error | null }
  onReport: (reason: ReportReason) => void
  onClose: () => void
  /** Fields below the reason, which show their own errors. */
  fields?: string[]
  children?: ReactNode
}

/** Reports what another user has written, with a reason. */
export function ReportDialog({ title, labels, mutation, onReport, onClose, fields = [], children }: Props) {
  const [reason, setReason] = useState<ReportReason>('spam')
  return (
    <FormDialog
      title={title}
      submit={title}
      mutation={mutation}
      fields={fields}
      onClose={onClose}
      onSubmit={() => onReport(reason)}
    >
      <Radio.Group label={t`What is wrong with it?`} value={reason} onChange={setReason}>
        <Stack gap={6} mt={4}>
          {reasons.map((value) => (
            <Radio key={value} value={value} label={t(labels[value])} />
          ))}
        </Stack>
      </Radio.Group>
      {children}
    </FormDialog>
  )
}
