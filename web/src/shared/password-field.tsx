import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A field for a password, with a button that shows it. Mantine's own does not announce its error to assistive technology. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      {...props}
    />
  )
}
