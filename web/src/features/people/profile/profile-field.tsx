import { TextInput, type TextInputProps } from '@mantine/core'

import type { ProfileFormState } from './form-values'

type Props = Omit<TextInputProps, 'form'> & {
  form: ProfileFormState
  /** The path of the value in the form: `address.city`, `work.0.title`. */
  path: string
}

/** A text field of the profile form. Its key changes when the form is reset, because its input is uncontrolled. */
export const ProfileField = ({ form, path, ...props }: Props) => (
  <TextInput key={form.key(path)} {...props} {...form.getInputProps(path)} />
)
