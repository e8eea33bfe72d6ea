import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { Certificate, Verification } from './api'
import { CertificateCard } from './certificate-card'
import { CourseCertificate } from './course-certificate'
import { CourseCertificatesPage } from './course-certificates-page'
import { linkedInAddress } from './linked-in'
import { RuleDialog } from './rule-dialog'
import { VerifyPage } from './verify-page'

const facts = {
  completed_on: '2026-11-18',
  score: 92,
  hours: 14,
  instructors: ['Ada', 'Grace'],
  signatory: 'Ada Byron',
  language: 'en',
  issued_on: '2026-11-20',
  valid_until: '2029-11-20',
}

const certificate: Certificate = {
  id: 'k1',
  code: '7Q2M-9XKD-4TWB-H',
  address: 'https://school.test/verify/7Q2M9XKD4TWBH',
  user_id: 'u1',
  course_id: 'c1',
  course_title: 'Bees',
  cycle: 1,
  status: 'issued',
  name: 'Ann',
  issuer: 'School',
  facts,
  issued_at: '2026-11-20T08:00:00Z',
  expires_at: '2029-11-21T00:00:00Z',
  ended_at: null,
  cause: '',
  reason: '',
  replaces_id: null,
  asked_at: '2026-11-21T08:00:00Z',
  asked_name: 'Anna Berg',
  asked_reason: 'Married',
  asked_answer: '',
  hides_score: false,
  hides_hours: false,
  proposed_at: null,
  proposed: { cause: '', reason: '' },
  has_badge: true,
  pdf_sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', // of "hello"
}

const verification: Verification = {
  code: certificate.code,
  status: 'issued',
  name: 'Ann',
  course: 'Bees',
  issuer: 'School',
  issued: certificate.issued_at,
  expires: certificate.expires_at,
  ended: null,
  cause: '',
  facts,
  hidden: [],
  texts: [],
  pdf_sha256: certificate.pdf_sha256,
  replaced_by: '',
}

test('a stranger sees what the certificate says, and whether a file is the one that was issued', async () => {
  reply('get', '/certificates/verify/{code}', verification)
  const user = renderScreen(<VerifyPage code={certificate.code} onCode={() => {}} />)
  await screen.findByText('This certificate is valid')
  for (const text of ['Ann', 'Bees', '92%', 'Ada and Grace', 'Ada Byron', 'School', '18 Nov 2026', '20 Nov 2029']) {
    screen.getByText(text)
  }
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no field for a file')
  await user.upload(input, new File(['hello'], 'real.pdf', { type: 'application/pdf' }))
  await screen.findByText(/“real.pdf” is the file that was issued/)
  await user.upload(input, new File(['hello!'], 'forged.pdf', { type: 'application/pdf' }))
  await screen.findByText(/“forged.pdf” is not the file that was issued/)
})

test('an administrator issues a certificate again with the name that its holder asks for', async () => {
  reply('get', '/certificates/courses/{id}', [certificate])
  const user = renderScreen(<CourseCertificatesPage courseId="c1" decides />)
  const row = within(await screen.findByRole('row', { name: /Ann/ }))
  row.getByText('Asks for the name “Anna Berg”: Married')
  await user.click(row.getByRole('button', { name: 'Issue 7Q2M-9XKD-4TWB-H again' }))
  const sent = reply('post', '/certificates/{id}/reissue', certificate)
  const form = within(await screen.findByRole('form', { name: /Issue 7Q2M/ }))
  await user.click(form.getByRole('button', { name: 'Issue certificate' }))
  await expect.poll(() => sent[0]?.body).toEqual({ name: 'Anna Berg', reason: 'Married' })
})

test('an administrator declines a name and a proposed revocation', async () => {
  const proposed = {
    ...certificate,
    proposed_at: '2026-11-22T08:00:00Z',
    proposed: { cause: 'error', reason: 'Copied' },
  } as const
  reply('get', '/certificates/courses/{id}', [proposed])
  const sent = reply('post', '/certificates/{id}/decline', certificate)
  const user = renderScreen(<CourseCertificatesPage courseId="c1" decides />)
  const row = within(await screen.findByRole('row', { name: /Ann/ }))
  row.getByText('An instructor proposes to revoke it: Copied')
  for (const [button, request] of [
    ['Keep the name on 7Q2M-9XKD-4TWB-H', 'name'],
    ['Keep 7Q2M-9XKD-4TWB-H', 'revocation'],
  ] as const) {
    await user.click(row.getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/Reason/), 'Checked')
    await user.click(dialog.getByRole('button', { name: 'Decline request' }))
    await expect.poll(() => sent.at(-1)?.body).toEqual({ request, reason: 'Checked' })
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
})

test('an instructor proposes that a certificate is revoked', async () => {
  reply('get', '/certificates/courses/{id}', [certificate])
  const sent = reply('post', '/certificates/{id}/revocation-proposal', certificate)
  const user = renderScreen(<CourseCertificatesPage courseId="c1" decides={false} />)
  await user.click(await screen.findByRole('button', { name: 'Propose to revoke 7Q2M-9XKD-4TWB-H' }))
  const form = within(await screen.findByRole('form', { name: /Propose to revoke/ }))
  await user.type(form.getByLabelText(/Reason/), 'Copied')
  await user.click(form.getByRole('button', { name: 'Propose revocation' }))
  await expect.poll(() => sent[0]?.body).toEqual({ cause: 'error', reason: 'Copied' })
})

test('a holder chooses what others see, and the public page names what it does not show', async () => {
  const sent = reply('patch', '/certificates/{id}', certificate)
  const user = renderScreen(<CertificateCard certificate={certificate} />)
  await user.click(screen.getByRole('button', { name: /Choose what the public page/ }))
  await user.click(await screen.findByLabelText('Show the score'))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => sent[0]?.body).toEqual({ hides_score: true, hides_hours: false })
  const hidden = { ...verification, facts: { ...facts, score: null }, hidden: ['score' as const] }
  reply('get', '/certificates/verify/{code}', hidden)
  renderScreen(<VerifyPage code={certificate.code} onCode={() => {}} />)
  await screen.findByText('Not shown by the holder')
})

test('an instructor chooses the design of the certificates of a course; an archived one cannot be chosen', async () => {
  const rule = {
    course_id: 'c1',
    trigger: 'course_completed',
    auto: true,
    min_percent: 0,
    min_score: 0,
    min_minutes: 0,
    hold_days: 0,
    valid_months: 0,
    remind_days: 0,
    language: 'en',
    signatory: '',
    version: 1,
    updated_at: '2026-11-20T08:00:00Z',
  } as const
  const template = (id: string, name: string, archived: boolean) =>
    ({ id, name, archived, language: 'de', courses: 0, version: 1, updated_at: '2026-11-20T08:00:00Z' }) as const
  reply('get', '/certificates/courses/{id}/rule', rule)
  reply('get', '/certificate-templates', [template('t1', 'Guild', false), template('t2', 'Old', true)])
  const sent = reply('put', '/certificates/courses/{id}/rule', { ...rule, template_id: 't1', version: 2 })
  const user = renderScreen(<RuleDialog courseId="c1" onClose={() => {}} />)
  const form = within(await screen.findByRole('form', { name: 'Rule for certificates' }))
  await form.findByRole('option', { name: 'Guild' })
  expect(form.queryByRole('option', { name: 'Old' })).toBeNull()
  form.getByLabelText('Language')
  await user.selectOptions(form.getByLabelText('Design'), 'Guild')
  expect(form.queryByLabelText('Language')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Save rule' }))
  await expect.poll(() => sent[0]?.body).toMatchObject({ template_id: 't1', trigger: 'course_completed' })
})

test('what else a paper says is shown, too', async () => {
  reply('get', '/certificates/verify/{code}', { ...verification, texts: ['With distinction', 'Recognised'] })
  renderScreen(<VerifyPage code={certificate.code} onCode={() => {}} />)
  await screen.findByText('Also printed on it')
  screen.getByText(/With distinction/)
})

test('LinkedIn gets name, issuer, dates and code', () => {
  const query = new URL(linkedInAddress(certificate)).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    name: 'Bees',
    organizationName: 'School',
    issueYear: '2026',
    issueMonth: '11',
    expirationYear: '2029',
    certId: '7Q2M-9XKD-4TWB-H',
  })
})

test('a completed course shows its certificate, and says where it will be until it is issued', async () => {
  const later = { ...certificate, id: 'k2', course_id: 'c2', course_title: 'Wasps' }
  reply('get', '/certificates', [{ ...certificate, status: 'superseded' }, later])
  renderScreen(
    <>
      <CourseCertificate courseId="c1" promised />
      <CourseCertificate courseId="c2" promised={false} />
    </>,
  )
  await screen.findByText(/Once the school has issued your certificate/)
  const card = await screen.findByRole('article', { name: 'Wasps' })
  expect(within(card).getByRole('button', { name: `Download ${later.code} as PDF` })).toBeTruthy()
})
