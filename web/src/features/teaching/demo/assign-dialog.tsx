import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import type { DemoBooking } from './api'
import { instructorsQuery, useAssign } from './staff-api'

const pause = 300 // milliseconds without typing before the search runs

/** Gives a demo class to another instructor, who must be free at its time. */
export function AssignDialog({ booking, onClose }: { booking: DemoBooking; onClose: () => void }) {
  const { id, fullName, instructorId } = booking
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(instructorsQuery(search))
  const others = (found.data ?? []).filter((one) => one.id !== instructorId)
  const assign = useAssign(id)
  return (
    <FormDialog
      title={t`Assign the demo class of ${fullName}`}
      onClose={onClose}
      onSubmit={() =>
        assign.mutate(chosen, {
          onSuccess: () => {
            toast(t`Instructor assigned.`)
            onClose()
          },
        })
      }
      mutation={assign}
      fields={['instructorId']}
      submit={t`Assign instructor`}
      disabled={!chosen}
    >
      <Select
        label={t`Instructor`}
        description={t`Someone who gives demo classes and is free at this time. Both instructors and the visitor get an email.`}
        searchable
        data={others.map((one) => ({ value: one.id, label: one.full_name }))}
        nothingFoundMessage={t`No instructors found`}
        value={chosen || null}
        onSearchChange={setTyped}
        onChange={(value) => setChosen(value ?? '')}
        error={fieldErrors(assign.error).instructorId ?? found.error?.message}
      />
    </FormDialog>
  )
}
