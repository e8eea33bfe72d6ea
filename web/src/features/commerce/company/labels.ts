import { msg } from '@lingui/core/macro'

import type { Company, CompanyRole, Seat } from './api'
import type { CompanyCertificate } from './report-api'

export const companyRoles = {
  member: msg`Member`,
  billing: msg`Billing`,
  manager: msg`Manager`,
} satisfies Record<CompanyRole, unknown>

export const companyStatuses = {
  prospect: msg`Prospect`,
  active: msg`Active`,
  suspended: msg`Suspended`,
  closed: msg`Closed`,
} satisfies Record<Company['status'], unknown>

export const statusColors = { prospect: 'apricot', active: 'evergreen', suspended: 'red', closed: 'gray' } as const

export const seatStates = {
  offered: msg`Invited`,
  active: msg`Not started`,
  released: msg`Released`,
  ended: msg`Ended`,
} satisfies Record<Seat['state'], unknown>

export const certificateStatuses = {
  issued: msg`Valid`,
  expired: msg`Expired`,
  revoked: msg`Revoked`,
} satisfies Record<CompanyCertificate['status'], unknown>

export const certificateColors = { issued: 'evergreen', expired: 'apricot', revoked: 'red' } as const
