import { t } from '@lingui/core/macro'
import { Group, Stack, Text } from '@mantine/core'

import { Day } from '@/shared/moment'
import { money } from '@/shared/money'

import type { Due } from './api'
import { dueStates } from './plan-labels'

type Props = { dues: Due[]; currency: string }

/** The instalments of a payment plan, each with its status, its day and its amount. */
export const DueList = ({ dues, currency }: Props) => (
  <Stack component="ul" gap={4} my="sm" pl={0} style={{ listStyle: 'none' }} aria-label={t`Instalments`}>
    {dues.map((due) => (
      <Group key={due.id} component="li" justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t(dueStates[due.status])}, <Day at={due.paid_at ?? due.due_at} />
        </Text>
        <Text size="sm">{money(due.amount, currency)}</Text>
      </Group>
    ))}
  </Stack>
)
