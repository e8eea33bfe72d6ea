import { Button, type ButtonProps, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'

import { Dialog, DialogActions } from './dialog'
import { FormSummary } from './form-summary'

type Props = {
  title: string
  /** Accessible name of the form, if not the title. */
  label?: string
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The mutation that the form runs; its error is shown above the fields. Absent if there is nothing to wait for. */
  mutation?: { isPending: boolean; error: Error | null }
  /** The fields that show their own errors. */
  fields?: string[]
  /** The label of the submit button: a verb. */
  submit: string
  /** The label of the button that closes the dialog, where "Cancel" could mean the action itself. */
  cancel?: string
  color?: ButtonProps['color']
  /** Whether the form cannot be submitted. */
  disabled?: boolean
  children: ReactNode
}

/** A form in a dialog, with an error summary and its buttons. */
export function FormDialog({ title, label = title, onClose, onSubmit, mutation, fields = [], ...rest }: Props) {
  const { submit, cancel, color, disabled = false, children } = rest
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
          <DialogActions onCancel={onClose} {...(cancel && { cancel })}>
            <Button type="submit" loading={mutation?.isPending ?? false} disabled={disabled} {...(color && { color })}>
              {submit}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
