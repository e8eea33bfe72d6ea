import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { diffWords } from 'diff'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'

import type { LessonPatch, Theirs } from './autosave'
import classes from './lesson-panel.module.css'
import { plainText } from './plain-text'

type Props = { mine: LessonPatch; theirs: Theirs; onKeep: () => void; onTake: () => void }

/** Shows the differences from a version saved elsewhere in the meantime. */
export function LessonConflict({ mine, theirs, ...choice }: Props) {
  return (
    <ChangedElsewhere title={t`This lesson was changed elsewhere`} {...choice}>
      <Text size="sm">
        <Trans>
          Nothing is lost: what you typed is still here, and not saved. Struck through is what is saved now; underlined
          is yours.
        </Trans>
      </Text>
      {pairs(mine, theirs).map(({ label, saved, typed }) => (
        <Difference key={label} label={label} saved={saved} typed={typed} />
      ))}
    </ChangedElsewhere>
  )
}

function Difference({ label, saved, typed }: { label: string; saved: string; typed: string }) {
  return (
    <section aria-label={label}>
      <Text size="xs" fw={700}>
        {label}
      </Text>
      <Text component="p" size="sm" className={classes.difference}>
        {diffWords(saved, typed).map((part, i) =>
          part.added ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity and are never moved
            <ins key={i}>{part.value}</ins>
          ) : part.removed ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <del key={i}>{part.value}</del>
          ) : (
            part.value
          ),
        )}
      </Text>
    </section>
  )
}

const labels: Partial<Record<keyof LessonPatch, string>> = {
  title: 'Title',
  summary: 'Summary',
  content: 'What is in the lesson',
}

/** The fields that conflict, mine and theirs. A text that neither side changed is not shown. */
function pairs(mine: LessonPatch, { entry, content }: Theirs) {
  const saved: LessonPatch = { title: entry.title, summary: entry.summary, content }
  const shown: (keyof LessonPatch)[] = ['title', 'summary', 'content']
  return shown.flatMap((member) => {
    if (mine[member] === undefined) return []
    return { label: labels[member] ?? member, saved: plainText(saved[member]), typed: plainText(mine[member]) }
  })
}
