import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { EnrolmentStatus } from './enrolment-status'

export const enrolmentLabels: Record<EnrolmentStatus, MessageDescriptor> = {
  invited: msg`Invited`,
  pending_payment: msg`Awaiting payment`,
  waitlisted: msg`On the waiting list`,
  active: msg`Active`,
  suspended: msg`Suspended`,
  completed: msg`Completed`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Expired`,
}

const colors: Record<EnrolmentStatus, string> = {
  invited: 'apricot',
  pending_payment: 'apricot',
  waitlisted: 'apricot',
  active: 'school',
  suspended: 'red',
  completed: 'evergreen',
  withdrawn: 'gray',
  expired: 'gray',
}

/** The status of an enrolment as a chip. */
export function EnrolmentChip({ status }: { status: EnrolmentStatus }) {
  return (
    <Badge variant="light" color={colors[status]} tt="none">
      {t(enrolmentLabels[status])}
    </Badge>
  )
}
