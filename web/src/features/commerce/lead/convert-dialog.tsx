import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'

import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type LeadDetail, useConvertLead } from './staff-api'

/** Wins a lead, and invites its sender unless they have an account. */
export function ConvertDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const [as, setAs] = useState<'student' | 'corporate'>(lead.kind === 'corporate_training' ? 'corporate' : 'student')
  const convert = useConvertLead(lead.id)
  const email = lead.email
  return (
    <FormDialog
      title={t`Mark as won`}
      submit={lead.has_account ? t`Mark as won` : t`Send invitation`}
      mutation={convert}
      onClose={onClose}
      onSubmit={() =>
        convert.mutate(as, {
          onSuccess: () => {
            toast(lead.has_account ? t`Lead won.` : t`Lead won. Invitation sent.`)
            onClose()
          },
        })
      }
    >
      {lead.has_account ? (
        <Text>
          <Trans>There is an account with {email}. No invitation is sent.</Trans>
        </Text>
      ) : (
        <>
          <Text>
            <Trans>We email an invitation to {email}, with which they create their account.</Trans>
          </Text>
          <NativeSelect
            label={t`Role`}
            value={as}
            data={[
              { value: 'student', label: t`Student` },
              { value: 'corporate', label: t`Corporate client` },
            ]}
            onChange={({ currentTarget: { value } }) => setAs(value === 'corporate' ? 'corporate' : 'student')}
          />
        </>
      )}
    </FormDialog>
  )
}
