import { t } from '@lingui/core/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

import { useSchool } from './school'

/**
 * A password field with a button that shows the password. Mantine's own does not announce its error to assistive
 * technology.
 */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t`Show password`, tabIndex: 0 }}
      {...props}
    />
  )
}

/** A field for a new password, which says how long it must be. */
export function NewPasswordField(props: PasswordInputProps) {
  const { password_min_length } = useSchool()
  return (
    <PasswordField
      autoComplete="new-password"
      description={t`At least ${password_min_length} characters. Three or four unrelated words make a good one.`}
      {...props}
    />
  )
}
