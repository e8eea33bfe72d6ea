import { t } from '@lingui/core/macro'
import { Card, NativeSelect, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'

import type { Decision } from './resolutions'

type Action = Exclude<Decision['action'], ''>

type Props = {
  when: string
  what: string
  substitutes: Schema<'Substitute'>[]
  /** Said when nobody else is free. */
  nobody: string
  choices: { value: Action; label: string }[]
  decision: Decision
  onChoose: (action: Decision['action']) => void
  onDecide: (decision: Decision) => void
  children?: ReactNode
}

/** Something that an instructor can't give, with the choice of what becomes of it. */
export function AffectedCard(props: Props) {
  const { when, what, substitutes, nobody, choices, decision, onChoose, onDecide, children } = props
  const alone = substitutes.length === 0
  return (
    <Card withBorder component="fieldset" m={0} p="sm">
      <Stack gap="xs">
        <div>
          <Text component="legend" fw={600} size="sm" style={{ float: 'left', width: '100%' }} p={0}>
            {when}
          </Text>
          <Text size="sm" c="dimmed">
            {what}
          </Text>
        </div>
        <NativeSelect
          label={t`What happens to it`}
          value={decision.action}
          data={[
            { value: '', label: t`Choose…` },
            ...choices.map((choice) => ({ ...choice, disabled: choice.value === 'substitute' && alone })),
          ]}
          description={alone ? nobody : undefined}
          onChange={({ currentTarget: { value } }) =>
            onChoose(choices.find((choice) => choice.value === value)?.value ?? '')
          }
        />
        {children}
        {decision.action === 'substitute' && (
          <NativeSelect
            label={t`Instructor`}
            value={decision.instructor_id ?? ''}
            data={substitutes.map(({ id, full_name }) => ({ value: id, label: full_name }))}
            onChange={({ currentTarget: { value } }) => onDecide({ ...decision, instructor_id: value })}
          />
        )}
      </Stack>
    </Card>
  )
}
