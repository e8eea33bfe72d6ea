import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { Certificate, Status } from './api'

export const statusNames: Record<Status, MessageDescriptor> = {
  issued: msg`Valid`,
  expired: msg`Expired`,
  revoked: msg`Revoked`,
  superseded: msg`Replaced`,
}

const colors: Record<Status, string> = { issued: 'evergreen', expired: 'apricot', revoked: 'red', superseded: 'gray' }

export const CertificateStatus = ({ status }: { status: Status }) => (
  <Badge variant="light" color={colors[status]} tt="none">
    {t(statusNames[status])}
  </Badge>
)

/** Why a certificate was revoked, as everybody is told. */
export const causes: Record<Exclude<Certificate['cause'], ''>, MessageDescriptor> = {
  error: msg`Issued in error`,
  misconduct: msg`Misconduct`,
  requested: msg`At the holder's request`,
  withdrawn: msg`The holder has deleted their account`,
}
