import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, Group, Menu, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { dated, toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Failure } from '@/shared/query-view'

import { type Edit, type Goal, useDeleteGoal, useEditGoal } from './api'
import { type Change, ChangeDialog } from './change-dialog'
import { HistoryDialog } from './history-dialog'
import { Milestones } from './milestones'
import { WeekStrip } from './week-strip'
import { reached } from './words'

/** A goal with its progress, its milestones and what can be done with it. */
export function GoalCard({ goal }: { goal: Goal }) {
  const [open, setOpen] = useState<Change | 'history' | 'delete'>()
  const edit = useEditGoal(goal.id)
  const remove = useDeleteGoal(goal.id)
  const close = () => setOpen(undefined)
  const { title, why, status, courseId, courseTitle } = goal
  return (
    <Paper component="li" withBorder p="md" bg="var(--card)">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={3} size="h5">
              {title}
            </Title>
            {courseTitle && (
              <TextLink to="/learn/$courseId" params={{ courseId }} size="sm">
                {courseTitle}
              </TextLink>
            )}
          </div>
          <GoalMenu goal={goal} onOpen={setOpen} onAction={(action) => edit.mutate({ action })} />
        </Group>
        {why && (
          <Text size="sm" c="dimmed">
            {why}
          </Text>
        )}
        <Reached goal={goal} />
        {edit.error && <Failure error={edit.error} />}
        {status === 'missed' && (
          <Missed onOpen={setOpen} onDrop={() => edit.mutate({ action: 'drop' })} small={goal.kind !== 'custom'} />
        )}
        {goal.weeks.length > 0 && <WeekStrip goal={goal} />}
        <Milestones goal={goal} />
      </Stack>
      {open === 'history' && <HistoryDialog goal={goal} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={t`Delete “${title}”?`}
          text={t`This deletes the goal, its milestones and its history. You can't undo it.`}
          action={t`Delete goal`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      )}
      {(open === 'date' || open === 'target' || open === 'text') && (
        <ChangeDialog goal={goal} change={open} onClose={close} />
      )}
    </Paper>
  )
}

/** How much of the target there is, by when, and whether that will do. */
function Reached({ goal }: { goal: Goal }) {
  const { kind, period, value, status, dueOn, endedAt, onTrack, forecastOn } = goal
  const target = kind === 'custom' ? goal.milestones.length : goal.target
  const done = reached(kind, value, target)
  const [due, end, forecast] = [dueOn && dated(dueOn), endedAt ? toDay(endedAt) : '', forecastOn && dated(forecastOn)]
  return (
    <div>
      {target > 0 && (
        <>
          <Text size="sm" fw={600}>
            {period === 'week' ? t`${done} this week` : done}
          </Text>
          <Progress
            value={Math.min(100, (value / target) * 100)}
            color={value >= target ? 'evergreen' : 'school'}
            aria-label={t`Progress`}
            mt={4}
          />
        </>
      )}
      <Group gap="xs" mt={6}>
        {status === 'achieved' && <Badge color="evergreen" variant="light">{t`Achieved on ${end}`}</Badge>}
        {status === 'paused' && <Badge color="gray" variant="light">{t`Paused`}</Badge>}
        {status === 'dropped' && <Badge color="gray" variant="light">{t`Dropped`}</Badge>}
        {dueOn && status === 'active' && <Text size="sm" c="dimmed">{t`By ${due}`}</Text>}
        {onTrack === true && <Badge color="evergreen" variant="light">{t`On track`}</Badge>}
        {onTrack === false && <Text size="sm">{t`At your present pace on ${forecast}`}</Text>}
      </Group>
    </div>
  )
}

type MissedProps = { onOpen: (change: Change) => void; onDrop: () => void; small: boolean }

/** The ways on after a date has passed. */
function Missed({ onOpen, onDrop, small }: MissedProps) {
  return (
    <div>
      <Text size="sm" mb="xs">
        <Trans>Its date has passed. How do you want to go on?</Trans>
      </Text>
      <Group gap="xs">
        <Button size="compact-md" variant="light" onClick={() => onOpen('date')}>
          <Trans>Move date</Trans>
        </Button>
        {small && (
          <Button size="compact-md" variant="light" onClick={() => onOpen('target')}>
            <Trans>Make it smaller</Trans>
          </Button>
        )}
        <Button size="compact-md" variant="light" color="gray" onClick={onDrop}>
          <Trans>Drop goal</Trans>
        </Button>
      </Group>
    </div>
  )
}

type MenuProps = {
  goal: Goal
  onOpen: (what: Change | 'history' | 'delete') => void
  onAction: (action: NonNullable<Edit['action']>) => void
}

function GoalMenu({ goal: { title, kind, status, period }, onOpen, onAction }: MenuProps) {
  const ended = status === 'achieved'
  const goesOn = status === 'active' || status === 'paused'
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t`More about “${title}”`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('text')}>{t`Change goal`}</Menu.Item>
        {!ended && kind !== 'custom' && <Menu.Item onClick={() => onOpen('target')}>{t`Change target`}</Menu.Item>}
        {!ended && period === 'once' && <Menu.Item onClick={() => onOpen('date')}>{t`Move date`}</Menu.Item>}
        {kind === 'custom' && goesOn && (
          <Menu.Item onClick={() => onAction('achieve')}>{t`Mark as achieved`}</Menu.Item>
        )}
        {status === 'active' && <Menu.Item onClick={() => onAction('pause')}>{t`Pause goal`}</Menu.Item>}
        {(status === 'paused' || status === 'dropped') && (
          <Menu.Item onClick={() => onAction('resume')}>{t`Resume goal`}</Menu.Item>
        )}
        {goesOn && <Menu.Item onClick={() => onAction('drop')}>{t`Drop goal`}</Menu.Item>}
        <Menu.Item onClick={() => onOpen('history')}>{t`History of the goal`}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => onOpen('delete')}>{t`Delete goal`}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
