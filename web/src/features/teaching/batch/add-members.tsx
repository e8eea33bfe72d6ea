import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { serverText } from '@/api/problem-text'
import { FormDialog } from '@/shared/form-dialog'
import { list } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { type Batch, learnersQuery } from './api'
import { type EnrolledMembers, useAddMembers } from './members-api'

const pause = 300 // milliseconds without typing before the search runs

/** Gives learners of the course seats in a batch; says whom it could not add, and why. */
export function AddMembers({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(learnersQuery(batch.course, search))
  const add = useAddMembers(batch.id)
  const people = (found.data ?? []).map(({ userId, fullName }) => ({ value: userId, label: fullName }))
  const data = [...chosen, ...people.filter(({ value }) => chosen.every((one) => one.value !== value))]
  const save = () =>
    add.mutate(
      chosen.map(({ value }) => value),
      {
        onSuccess: (result) => {
          if (result.failed_count > 0) return
          toast(addedText(result))
          onClose()
        },
      },
    )
  const refused = add.data?.details.filter(({ status }) => status === 'failed') ?? []
  return (
    <FormDialog
      title={t`Add members`}
      onClose={onClose}
      onSubmit={save}
      mutation={add}
      submit={t`Add members`}
      disabled={chosen.length === 0}
    >
      {add.data && refused.length > 0 && <Refused result={add.data} names={refused.map((one) => one.full_name)} />}
      <MultiSelect
        label={t`Learners`}
        description={t`Learners of the course. When all seats are taken, they are put on the waiting list.`}
        searchable
        hidePickedOptions
        data-autofocus
        data={data}
        filter={({ options }) => options} // the server has found them
        nothingFoundMessage={t`No learners found`}
        value={chosen.map(({ value }) => value)}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(values) => setChosen(values.flatMap((value) => data.find((one) => one.value === value) ?? []))}
        error={found.error?.message}
      />
    </FormDialog>
  )
}

function addedText({ enrolled_count: added, waitlisted_count: waiting }: EnrolledMembers) {
  const members = plural(added, { one: '# member added.', other: '# members added.' })
  if (waiting === 0) return members
  const learners = plural(waiting, {
    one: '# learner put on the waiting list.',
    other: '# learners put on the waiting list.',
  })
  return added === 0 ? learners : `${members} ${learners}`
}

function Refused({ result, names }: { result: EnrolledMembers; names: string[] }) {
  const who = list(names)
  const { code = '', message = '' } = result.details.find((one) => one.message) ?? {}
  return (
    <Alert color="apricot" role="alert" title={addedText(result)}>
      <Trans>Not added: {who}.</Trans> {message && serverText(code, message)}
    </Alert>
  )
}
