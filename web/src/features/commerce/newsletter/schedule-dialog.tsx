import { plural, t } from '@lingui/core/macro'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type Campaign, useSchedule } from './staff-api'

type Props = { campaign: Campaign; onClose: () => void }

/** Sends a campaign, now or at a time of the device's zone. */
export function ScheduleDialog({ campaign: { id, recipients, list_name }, onClose }: Props) {
  const schedule = useSchedule(id)
  const [when, setWhen] = useState('now')
  const [at, setAt] = useState('')
  const errors = fieldErrors(schedule.error)
  const isLater = when === 'later'
  const send = () =>
    schedule.mutate(isLater ? new Date(at).toISOString() : undefined, {
      onSuccess: () => {
        toast(isLater ? t`Campaign scheduled.` : t`Sending has begun.`)
        onClose()
      },
    })
  return (
    <FormDialog
      title={t`Send campaign`}
      submit={isLater ? t`Schedule campaign` : t`Send campaign`}
      onClose={onClose}
      mutation={schedule}
      fields={['at']}
      disabled={isLater && at === ''}
      onSubmit={send}
    >
      <Text>
        {plural(recipients, {
          one: `# subscriber of “${list_name}” receives this campaign.`,
          other: `# subscribers of “${list_name}” receive this campaign.`,
        })}
      </Text>
      <Radio.Group label={t`When?`} value={when} onChange={setWhen}>
        <Stack gap="xs" mt={6}>
          <Radio value="now" label={t`Now`} />
          <Radio value="later" label={t({ message: 'Later', context: 'newsletter' })} />
        </Stack>
      </Radio.Group>
      {isLater && (
        <TextInput
          type="datetime-local"
          label={t`Date and time`}
          value={at}
          error={errors.at}
          onChange={({ currentTarget: { value } }) => setAt(value)}
        />
      )}
    </FormDialog>
  )
}
