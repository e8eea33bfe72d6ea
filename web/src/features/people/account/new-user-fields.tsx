import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { NewPasswordField } from '@/shared/password-field'
import { useSchool } from '@/shared/school'

type Person = { full_name: string; email: string; password: string }

/** The fields of a new user. */
export function NewUserFields<T extends Person>({ form }: { form: UseFormReturnType<T> }) {
  const { domains } = useSchool()
  const endings = new Intl.ListFormat(i18n.locales, { type: 'disjunction' }).format(domains.map((name) => `@${name}`))
  return (
    <>
      <TextInput
        label={t`Full name`}
        autoComplete="name"
        key={form.key('full_name')}
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label={t`Email`}
        type="email"
        autoComplete="username"
        description={domains.length > 0 && t`Use an email address that ends in ${endings}.`}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <NewPasswordField label={t`Password`} key={form.key('password')} {...form.getInputProps('password')} />
    </>
  )
}
