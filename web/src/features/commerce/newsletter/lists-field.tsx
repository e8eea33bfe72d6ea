import { t } from '@lingui/core/macro'
import { Checkbox, Stack } from '@mantine/core'

import type { ListChoice } from './api'

type Props = {
  lists: ListChoice[]
  chosen: string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
}

/** The choice of lists to subscribe to. */
export function ListsField({ lists, chosen, onChange, error }: Props) {
  return (
    <Checkbox.Group label={t`What interests you?`} value={chosen} onChange={onChange} error={error}>
      <Stack gap="xs" mt={6}>
        {lists.map(({ id, name, description }) => (
          <Checkbox key={id} value={id} label={name} description={description || undefined} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
