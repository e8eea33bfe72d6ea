import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'

import { useAct } from './api'

type Props = { user: { id: string; full_name: string }; onClose: () => void; onLeave: () => Promise<void> }

/** Asks why, before an administrator sees the product as somebody else. */
export function ActDialog({ user: { id, full_name }, onClose, onLeave }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '', changing: false } })
  const act = useAct(id, onLeave)
  const submit = form.onSubmit(({ reason, changing }) =>
    act.mutate({ reason, readOnly: !changing }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`See Lectern as ${full_name}?`}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Cancel' }}
    >
      <form onSubmit={submit} noValidate aria-label={`See Lectern as ${full_name}`}>
        <Stack>
          <FormSummary error={act.error} fields={['reason']} />
          <Text>
            In this tab you see what they see, for an hour at most. That you did, and why, stands in the audit log and
            in the security log of their account.
          </Text>
          <Textarea
            label="Why"
            size="md"
            rows={2}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <Checkbox
            label="Let me change things for them"
            description="Otherwise you only look. Their password, second factors, address and payments stay theirs in any case."
            key={form.key('changing')}
            {...form.getInputProps('changing', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={act.isPending}>
              See it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
