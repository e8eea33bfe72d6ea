import { Button, type ButtonProps, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'

import { Dialog, DialogActions } from './dialog'
import { FormSummary } from './form-summary'

type Props = {
  title: string
  /** Accessible name of the form, where it is not the title. */
  label?: string
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** What sends the form; its error is shown above the fields. None where nothing is waited for. */
  mutation?: { isPending: boolean; error: Error | null }
  /** The fields that show their own errors. */
  fields?: string[]
  /** What the button says that sends the form: a verb. */
  submit: string
  color?: ButtonProps['color']
  /** Whether the form cannot be sent as it is. */
  disabled?: boolean
  children: ReactNode
}

/** A form in a dialog: why it was refused, its fields, and the buttons that send it or leave it. */
export function FormDialog({ title, label = title, onClose, onSubmit, mutation, fields = [], ...rest }: Props) {
  const { submit, color, disabled = false, children } = rest
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
      >
        <Stack>
          <FormSummary error={mutation?.error ?? null} fields={fields} />
          {children}
          <DialogActions onCancel={onClose}>
            <Button type="submit" loading={mutation?.isPending ?? false} disabled={disabled} {...(color && { color })}>
              {submit}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
