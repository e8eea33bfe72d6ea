import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { type School, SchoolContext, unnamed } from '@/shared/school'
import { renderScreen } from '@/testing/render'

import { RegisterPage } from './register-page'

const open = (school: Partial<School>) =>
  renderScreen(
    <SchoolContext value={{ ...unnamed, ...school }}>
      <RegisterPage onDone={vi.fn()} />
    </SchoolContext>,
  )

test('where nobody registers, says how to get an account', () => {
  open({ registration: 'invitation', support_email: 'help@honeyfield.test' })
  screen.getByRole('heading', { name: 'By invitation only' })
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getByRole('link', { name: 'help@honeyfield.test' }).getAttribute('href')).toBe(
    'mailto:help@honeyfield.test',
  )
})

test('says which addresses are taken, and how long a password must be, before anything is typed', () => {
  open({ registration: 'domains', domains: ['example.org', 'school.test'], password_min_length: 14 })
  screen.getByText('Use an email address that ends in @example.org or @school.test.')
  screen.getByText(/At least 14 characters/)
})
