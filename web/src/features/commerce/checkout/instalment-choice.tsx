import { t } from '@lingui/core/macro'
import { Group, Radio, Stack, Text } from '@mantine/core'

import type { Schema } from '@/api/client'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'

type Props = {
  quote: Pick<Schema<'Quote'>, 'instalments' | 'dues' | 'currency'>
  inParts: boolean
  onChoose: (inParts: boolean) => void
}

/** Whether the price is paid at once or month by month, and what is due when; nothing where it can only be paid at once. */
export function InstalmentChoice({ quote: { instalments, dues, currency }, inParts, onChoose }: Props) {
  if (instalments === 0) return null
  return (
    <Radio.Group
      label={t`When you pay`}
      value={inParts ? 'parts' : 'once'}
      onChange={(value) => onChoose(value === 'parts')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="once" label={t`At once`} />
        <Radio value="parts" label={t`In ${instalments} monthly instalments`} />
      </Stack>
      {dues.length > 0 && (
        <Stack component="ul" gap={4} mt="sm" pl={0} aria-label={t`Instalments`} style={{ listStyle: 'none' }}>
          {dues.map(({ number, amount, due_at }) => (
            <Group key={number} component="li" justify="space-between" wrap="nowrap">
              <Text size="sm" c="dimmed">
                {number === 1 ? t`Now` : <Day at={due_at} />}
              </Text>
              <Text size="sm">{money(amount, currency)}</Text>
            </Group>
          ))}
        </Stack>
      )}
    </Radio.Group>
  )
}
