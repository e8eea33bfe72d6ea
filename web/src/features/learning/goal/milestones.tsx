import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { dated, toDay } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { type Goal, type Milestone, useTick } from './api'
import classes from './goal.module.css'
import { ArrangeDialog, MilestoneDialog } from './milestone-dialogs'

/** The milestones of a goal as a checklist. Those that are ticked by what is learned can't be ticked by hand. */
export function Milestones({ goal }: { goal: Goal }) {
  const [dialog, setDialog] = useState<'add' | 'arrange'>()
  const tick = useTick(goal.id)
  const close = () => setDialog(undefined)
  const { milestones, status } = goal
  const goesOn = status === 'active' || status === 'paused' || status === 'missed'
  return (
    <>
      {tick.error && <Failure error={tick.error} />}
      {milestones.length > 0 && (
        <ul className={classes.steps} aria-label={t`Milestones`}>
          {milestones.map((milestone) => (
            <li key={milestone.id}>
              <Checkbox
                label={milestone.title}
                description={hint(milestone)}
                checked={milestone.doneAt !== null}
                disabled={milestone.kind !== 'manual' || tick.isPending}
                styles={{ label: { color: 'var(--mantine-color-text)' } }}
                onChange={(event) => tick.mutate({ milestone: milestone.id, undo: !event.currentTarget.checked })}
              />
            </li>
          ))}
        </ul>
      )}
      {goesOn && (
        <Group gap="xs">
          <Button
            size="compact-md"
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            disabled={milestones.length >= 30}
            onClick={() => setDialog('add')}
          >
            <Trans>Add milestone</Trans>
          </Button>
          {milestones.length > 0 && (
            <Button size="compact-md" variant="subtle" onClick={() => setDialog('arrange')}>
              <Trans>Arrange milestones</Trans>
            </Button>
          )}
        </Group>
      )}
      {dialog === 'add' && <MilestoneDialog goal={goal} onClose={close} />}
      {dialog === 'arrange' && <ArrangeDialog goal={goal} onClose={close} />}
    </>
  )
}

/** When a milestone was reached, or when and by what it will be. */
function hint({ kind, dueOn, doneAt }: Milestone) {
  if (doneAt) {
    const on = toDay(doneAt)
    return t`Reached on ${on}`
  }
  const day = dueOn && dated(dueOn)
  if (dueOn) return kind === 'manual' ? t`By ${day}` : t`By ${day}, ticked by what you learn`
  return kind === 'manual' ? undefined : t`Ticked by what you learn`
}
