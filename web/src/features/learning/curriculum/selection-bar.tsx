import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'

import { useBuilder } from './builder'
import classes from './builder-page.module.css'
import { MoveLesson } from './move-dialog'

/** The actions for all selected lessons. */
export function SelectionBar() {
  const { draft, chosen, onChosen, moves, open, onOpen } = useBuilder()
  const [moving, setMoving] = useState(false)
  const ids = draft.lessons.map((l) => l.id).filter((id) => chosen.has(id))
  const selected = ids.length
  if (selected === 0) return null
  const done = () => onChosen(new Set())
  const change = (patch: { required?: boolean; previewable?: boolean }) =>
    moves.change.mutate({ lesson_ids: ids, ...patch })
  const remove = () => {
    if (open && chosen.has(open)) onOpen(undefined)
    moves.remove(ids, plural(selected, { one: '# lesson deleted.', other: '# lessons deleted.' }))
    done()
  }
  return (
    <section className={classes.selection} aria-label={t`Selected lessons`}>
      <Text fw={600} role="status">
        <Plural value={selected} one="# lesson selected" other="# lessons selected" />
      </Text>
      <Button ms="auto" onClick={() => setMoving(true)}>
        <Trans>Move…</Trans>
      </Button>
      <Menu position="top-end" shadow="md" radius="md">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />}>
            <Trans>Change</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => change({ required: true })}>
            <Trans>Make required</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => change({ required: false })}>
            <Trans>Make optional</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => change({ previewable: true })}>
            <Trans>Turn on free preview</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => change({ previewable: false })}>
            <Trans>Turn off free preview</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={remove}>
            <Trans>Delete</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="subtle" onClick={done}>
        <Trans>Clear selection</Trans>
      </Button>
      {moving && (
        <MoveLesson
          ids={ids}
          dialogTitle={plural(selected, { one: 'Move # lesson', other: 'Move # lessons' })}
          onClose={() => setMoving(false)}
        />
      )}
    </section>
  )
}
