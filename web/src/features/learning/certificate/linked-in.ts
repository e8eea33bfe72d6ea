import type { Certificate } from './api'

/** Where LinkedIn lets a member add a certificate to their profile. */
export function linkedInAddress({ code, address, course_title: name, issuer, facts }: Certificate) {
  const [year = '', month = ''] = facts.issued_on.split('-')
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name,
    organizationName: issuer,
    issueYear: year,
    issueMonth: `${Number(month)}`,
    certUrl: address,
    certId: code,
  })
  const [untilYear, untilMonth] = facts.valid_until.split('-')
  if (untilYear) query.set('expirationYear', untilYear)
  if (untilMonth) query.set('expirationMonth', `${Number(untilMonth)}`)
  return `https://www.linkedin.com/profile/add?${query}`
}
