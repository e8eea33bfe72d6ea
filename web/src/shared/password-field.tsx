import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * A password field with a button that shows the password. Mantine's own does not announce its error to assistive
 * technology.
 */
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
