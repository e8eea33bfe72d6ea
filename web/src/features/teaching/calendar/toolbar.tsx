import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, SegmentedControl, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

import classes from './calendar.module.css'
import type { By } from './lanes'
import { dayOf, titleOf, turned, type View, views } from './period'

const labels: Record<View, MessageDescriptor> = {
  week: msg`Week`,
  month: msg`Month`,
  day: msg`Day`,
  agenda: msg`Agenda`,
}

export type Shown = { view: View; day: string }

type Props = {
  shown: Shown
  onShow: (shown: Shown) => void
  /** Absent: one calendar. */
  by: By | undefined
  /** How a day can be arranged besides as one calendar. */
  arrangements: By[]
  onBy: (by: By | undefined) => void
  isNarrow: boolean
}

const arranged: Record<By, MessageDescriptor> = { instructor: msg`By instructor`, room: msg`By classroom` }

/** Which days the calendar shows, and how. */
export function Toolbar({ shown: { view, day }, onShow, by, arrangements, onBy, isNarrow }: Props) {
  const turn = (by: 1 | -1) => onShow({ view, day: turned(view, day, by) })
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Group gap="xs">
        <Button variant="default" onClick={() => onShow({ view, day: dayOf(new Date()) })}>
          <Trans context="calendar">Today</Trans>
        </Button>
        <ActionIcon variant="subtle" size={44} radius="xl" aria-label={t`Earlier`} onClick={() => turn(-1)}>
          <IconChevronLeft aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" size={44} radius="xl" aria-label={t`Later`} onClick={() => turn(1)}>
          <IconChevronRight aria-hidden />
        </ActionIcon>
        <Title order={2} size="h4" aria-live="polite" className={classes.title}>
          {titleOf(view, day)}
        </Title>
      </Group>
      <Group gap="sm">
        {arrangements.length > 0 && view === 'day' && (
          <SegmentedControl
            aria-label={t`Arrangement`}
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            value={by ?? ''}
            data={[
              { value: '', label: t`One calendar` },
              ...arrangements.map((value) => ({ value, label: t(arranged[value]) })),
            ]}
            onChange={(value) => onBy(arrangements.find((arrangement) => arrangement === value))}
          />
        )}
        <SegmentedControl
          aria-label={t`Calendar view`}
          value={view}
          data={views.map((value) => ({ value, label: t(labels[value]) }))}
          onChange={(value) => onShow({ view: value, day })}
        />
      </Group>
    </Group>
  )
}
