import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { Holiday } from './api'

type Props = {
  pending: boolean
  /** Days that are holidays already. */
  taken: string[]
  onAdd: (holiday: Holiday, then: () => void) => void
}

const empty = { date: '', name: '' }

/** Adds a day to a calendar of holidays. */
export function AddHoliday({ pending, taken, onAdd }: Props) {
  const [holiday, setHoliday] = useState(empty)
  const isTaken = taken.includes(holiday.date)
  return (
    <form
      aria-label={t`Add holiday`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(holiday, () => setHoliday(empty))
      }}
    >
      <Group align="flex-start">
        <TextInput
          type="date"
          label={t`Day`}
          value={holiday.date}
          error={isTaken && t`This day is a holiday already.`}
          onChange={({ currentTarget: { value } }) => setHoliday((before) => ({ ...before, date: value }))}
        />
        <TextInput
          label={t`Name`}
          maxLength={100}
          value={holiday.name}
          onChange={({ currentTarget: { value } }) => setHoliday((before) => ({ ...before, name: value }))}
        />
        <Button
          type="submit"
          variant="default"
          mt={{ base: 0, xs: 25 }}
          w={{ base: '100%', xs: 'auto' }}
          loading={pending}
          disabled={holiday.date === '' || holiday.name.trim() === '' || isTaken}
        >
          <Trans>Add holiday</Trans>
        </Button>
      </Group>
    </form>
  )
}
