import { t } from '@lingui/core/macro'
import { TextInput, VisuallyHidden } from '@mantine/core'

type Field = {
  name: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** The code that was emailed to who fills in a form that is open to everybody. */
export const EmailCodeField = ({ error, ...field }: Field & { error: string | undefined }) => (
  <TextInput
    label={t`Code from our email`}
    description={t`6 digits. Look in the spam folder too.`}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={20}
    required
    error={error}
    {...field}
  />
)

/** A field that only robots fill in: people neither see it nor hear of it. */
export const RobotTrap = ({ name, value, onChange }: Field) => (
  <VisuallyHidden aria-hidden="true">
    <input tabIndex={-1} autoComplete="off" {...{ name, value, onChange }} />
  </VisuallyHidden>
)
