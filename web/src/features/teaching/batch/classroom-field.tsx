import { t } from '@lingui/core/macro'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { type Classroom, classroomsQuery } from '@/shared/classrooms'

type Props = Omit<ComponentProps<typeof NativeSelect>, 'value' | 'data'> & {
  /** The id; empty for none. */
  value?: string
  /** How many learners there can be; undefined where that is not known. */
  learners?: number | undefined
}

/** A field for one of the classrooms of the school, or none. It is absent while the school has none to choose. */
export function ClassroomField({ learners, ...rest }: Props) {
  const rooms = useQuery(classroomsQuery())
  const offered = (rooms.data ?? []).filter(({ id, active }) => active || id === rest.value)
  if (offered.length === 0 && !rooms.error) return null
  const chosen = offered.find(({ id }) => id === rest.value)
  return (
    <div>
      <NativeSelect
        label={t`Classroom`}
        {...rest}
        data={[
          { value: '', label: t`No classroom` },
          ...offered.map((room) => ({ value: room.id, label: labelOf(room) })),
        ]}
        error={rest.error ?? rooms.error?.message}
      />
      {chosen && learners !== undefined && chosen.capacity < learners && (
        <Text size="sm" mt={4} role="status">
          {tooSmall(chosen, learners)}
        </Text>
      )}
    </div>
  )
}

const labelOf = ({ name, capacity }: Classroom) => t`${name} (${capacity} seats)`

const tooSmall = ({ name, capacity }: Classroom, learners: number) =>
  t`${name} has ${capacity} seats, and the batch has ${learners}.`
