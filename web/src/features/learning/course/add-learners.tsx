import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Dialog } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { fromField } from '@/shared/local-time'
import { toast } from '@/shared/toasts'

import { EnrolSheet } from './enrol-sheet'
import { useEnrolLearner } from './enrolments-api'

/** Adds learners to a course: one by their address, or many from a spreadsheet. */
export function AddLearners({ courseId }: { courseId: string }) {
  const [dialog, setDialog] = useState<'one' | 'sheet'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setDialog('sheet')}>
        <Trans>Import CSV</Trans>
      </Button>
      <Button leftSection={<IconUserPlus size={18} />} onClick={() => setDialog('one')}>
        <Trans>Add learner</Trans>
      </Button>
      {dialog === 'one' && <AddDialog courseId={courseId} onClose={close} />}
      {dialog === 'sheet' && (
        <Dialog title={t`Import learners`} onClose={close}>
          <EnrolSheet courseId={courseId} />
        </Dialog>
      )}
    </>
  )
}

const ways = ['active', 'invited', 'waitlisted'] as const
type Way = (typeof ways)[number]

const wayLabels: Record<Way, MessageDescriptor> = {
  active: msg`Enrol now`,
  invited: msg`Invite: they decide`,
  waitlisted: msg`Put on the waiting list`,
}

function AddDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [status, setStatus] = useState<Way>('active')
  const [end, setEnd] = useState('')
  const enrol = useEnrolLearner(courseId)
  const errors = fieldErrors(enrol.error)
  const save = () => {
    const at = fromField(end)
    enrol.mutate(
      { email, status, ...(at && { ends_at: at }) },
      {
        onSuccess: () => {
          toast(t`Learner added.`)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t`Add learner`}
      onClose={onClose}
      onSubmit={save}
      mutation={enrol}
      fields={['email', 'ends_at']}
      submit={t`Add learner`}
      disabled={!email.trim()}
    >
      <TextInput
        label={t`Email address`}
        description={t`The learner needs an account here.`}
        type="email"
        data-autofocus
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NativeSelect
        label={t`How to add`}
        value={status}
        data={ways.map((way) => ({ value: way, label: t(wayLabels[way]) }))}
        onChange={({ currentTarget: { value } }) => setStatus(ways.find((way) => way === value) ?? 'active')}
      />
      <TextInput
        type="datetime-local"
        label={t`End date (optional)`}
        description={t`In your time zone. Leave empty for no end.`}
        value={end}
        error={errors.ends_at}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
