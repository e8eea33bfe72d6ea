import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { DialogActions } from '@/shared/dialog'
import { RichText } from '@/shared/rich-text'

import classes from './blog.module.css'
import type { EnhancedText } from './writing-api'

type Change = EnhancedText['changes'][number]

type Props = {
  changes: Change[]
  onCancel: () => void
  /** Called with the text that has the changes which were chosen, and with how many characters these have. */
  onUse: (html: string, counted: { accepted: number; refused: number }) => void
}

/** The text with the changes that are taken. */
export const textWith = (changes: Change[], taken: ReadonlySet<number>) =>
  changes.map(({ before, after }, at) => (taken.has(at) ? after : before)).join('')

/** The changes of a text, old above new. Each is taken or left. */
export function TextChanges({ changes, onCancel, onUse }: Props) {
  const changed = changes.flatMap((change, at) => (change.isChanged ? [at] : []))
  const [taken, setTaken] = useState<ReadonlySet<number>>(() => new Set())
  const toggle = (at: number) =>
    setTaken((before) => new Set(before.has(at) ? [...before].filter((one) => one !== at) : [...before, at]))
  if (changed.length === 0) {
    return (
      <>
        <Text>
          <Trans>There is nothing to change.</Trans>
        </Text>
        <DialogActions onCancel={onCancel} cancel={t`Close`} />
      </>
    )
  }
  const size = (wanted: boolean) =>
    changed.reduce((sum, at) => (taken.has(at) === wanted ? sum + (changes[at]?.after.length ?? 0) : sum), 0)
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {plural(changed.length, { one: '# change', other: '# changes' })} ·{' '}
          {plural(taken.size, { one: '# chosen', other: '# chosen' })}
        </Text>
        <Button variant="default" size="xs" h={36} onClick={() => setTaken(new Set(changed))}>
          <Trans>Choose all</Trans>
        </Button>
      </Group>
      <Stack gap="lg">
        {changed.map((at, number) => {
          const { before = '', after = '' } = changes[at] ?? {}
          return (
            <div key={at} className={classes.part} data-taken={taken.has(at)}>
              <Checkbox
                label={t`Make change ${number + 1}`}
                checked={taken.has(at)}
                onChange={() => toggle(at)}
                mb="xs"
              />
              {before && (
                <div className={classes.old}>
                  <RichText html={before} />
                </div>
              )}
              {after && <RichText html={after} />}
            </div>
          )
        })}
      </Stack>
      <DialogActions onCancel={onCancel} cancel={t`Discard`}>
        <Button
          disabled={taken.size === 0}
          onClick={() => onUse(textWith(changes, taken), { accepted: size(true), refused: size(false) })}
        >
          <Trans>Make chosen changes</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
