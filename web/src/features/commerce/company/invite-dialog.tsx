import { plural, t } from '@lingui/core/macro'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { options } from '@/shared/options'
import { toast } from '@/shared/toasts'

import { type CompanyRole, useInvite } from './api'
import { companyRoles } from './labels'

/** The addresses that were typed or pasted, however they are separated. */
export const addressesIn = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)

const empty: { typed: string; role: CompanyRole; department: string } = { typed: '', role: 'member', department: '' }

/** Invites people to a company by email. */
export function InvitePeopleDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const invite = useInvite(companyId)
  const form = useForm({ initialValues: empty })
  const errors = fieldErrors(invite.error)
  const emails = addressesIn(form.values.typed)
  const broken = emails.filter((_, n) => errors[`emails.${n}`])
  const submit = form.onSubmit(({ role, department }) =>
    invite.mutate(
      { emails, role, department },
      {
        onSuccess: ({ invited, existing }) => {
          toast(
            existing > 0
              ? t`${plural(invited, { one: '# invitation sent.', other: '# invitations sent.' })} ${plural(existing, { one: '# person belongs to the company already.', other: '# people belong to the company already.' })}`
              : plural(invited, { one: '# invitation sent.', other: '# invitations sent.' }),
          )
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t`Invite people`}
      submit={t`Send invitations`}
      onClose={onClose}
      onSubmit={submit}
      mutation={invite}
      fields={['emails', 'role', 'department', ...emails.map((_, n) => `emails.${n}`)]}
    >
      <Textarea
        required
        label={t`Email addresses`}
        description={t`Up to 500, separated by commas, spaces or lines.`}
        rows={3}
        {...form.getInputProps('typed')}
        error={errors.emails ?? (broken.length > 0 && t`Not an email address: ${broken.join(', ')}`)}
      />
      <NativeSelect
        label={t`Role`}
        description={t`Managers invite people, assign seats and see reports. Billing sees what the company has bought.`}
        data={options(companyRoles)}
        {...form.getInputProps('role')}
        error={errors.role}
      />
      <TextInput label={t`Department`} {...form.getInputProps('department')} error={errors.department} />
    </FormDialog>
  )
}
