import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'

import { FormDialog } from '@/shared/form-dialog'

type Props = { onClose: () => void; onCalendar: (calendar: string) => void }

const valid = /^[a-z0-9][a-z0-9-]{0,39}$/ // as the server has it

/** Opens another calendar of holidays, which exists with its first day. */
export function NewCalendar({ onClose, onCalendar }: Props) {
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={t`New calendar`}
      submit={t`Open calendar`}
      disabled={!valid.test(name)}
      onClose={onClose}
      onSubmit={() => {
        onCalendar(name)
        onClose()
      }}
    >
      <TextInput
        label={t`Name`}
        description={t`Lower-case letters, digits and hyphens, such as de-by. Batches choose a calendar by this name.`}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
