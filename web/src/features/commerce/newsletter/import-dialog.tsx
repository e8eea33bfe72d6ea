import { plural, t } from '@lingui/core/macro'
import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { decimal } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { listsQuery, useAddSubscribers } from './staff-api'

/** Adds addresses whose owners have agreed elsewhere, with the proof. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const lists = useQuery(listsQuery)
  const add = useAddSubscribers()
  const [addresses, setAddresses] = useState('')
  const [proof, setProof] = useState('')
  const [list, setList] = useState('')
  const errors = fieldErrors(add.error)
  const open = (lists.data ?? []).filter(({ archived }) => !archived)
  const emails = addresses.split(/[\s,;]+/).filter(Boolean)
  return (
    <FormDialog
      title={t`Add subscribers`}
      submit={t`Add subscribers`}
      onClose={onClose}
      mutation={add}
      fields={['emails', 'list_ids', 'proof']}
      onSubmit={() =>
        add.mutate(
          { emails, list_ids: [list || (open[0]?.id ?? '')], proof },
          {
            onSuccess: ({ added, skipped }) => {
              const known = decimal(skipped)
              toast(
                plural(added, {
                  one: `# subscriber added. Known already: ${known}.`,
                  other: `# subscribers added. Known already: ${known}.`,
                }),
              )
              onClose()
            },
          },
        )
      }
    >
      <Textarea
        required
        label={t`Addresses`}
        description={t`One per line, up to 500. Anyone who has unsubscribed stays unsubscribed.`}
        rows={6}
        value={addresses}
        error={errors.emails}
        onChange={({ currentTarget: { value } }) => setAddresses(value)}
      />
      <NativeSelect
        label={t({ message: 'List', context: 'newsletter' })}
        value={list}
        error={errors.list_ids}
        data={open.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) => setList(value)}
      />
      <Textarea
        required
        label={t`How and when did they agree?`}
        description={t`Kept as proof of their consent, such as “Signed the list at the fair on 3 May”.`}
        rows={2}
        maxLength={500}
        value={proof}
        error={errors.proof}
        onChange={({ currentTarget: { value } }) => setProof(value)}
      />
    </FormDialog>
  )
}
