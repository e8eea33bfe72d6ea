import { t } from '@lingui/core/macro'
import { Checkbox } from '@mantine/core'

type Props = { value: boolean; onChange: (emails: boolean) => void }

/** Whether emails are sent about a change of a batch or its sessions. */
export function EmailsField({ value, onChange }: Props) {
  return (
    <Checkbox
      label={t`Send emails about this change`}
      description={t`Without emails, members and the instructor find the change in the app.`}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
