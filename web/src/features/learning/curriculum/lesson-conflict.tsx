import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid, Text } from '@mantine/core'
import { type Change, diffWords } from 'diff'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'

import type { LessonEntry } from './api'
import type { LessonPatch, Theirs } from './autosave'
import { inWords } from './in-words'
import classes from './lesson-panel.module.css'

type Props = {
  /** The lesson that the user began from. */
  base: LessonEntry
  mine: LessonPatch
  theirs: Theirs
  onKeep: () => void
  onTake: () => void
}

/** Shows the version that was saved elsewhere in the meantime beside the user's own. */
export function LessonConflict({ base, mine, theirs, ...choice }: Props) {
  return (
    <ChangedElsewhere title={t`This lesson was changed elsewhere`} {...choice}>
      <Text size="sm">
        <Trans>Your changes are still here, but not saved. Choose which version to keep.</Trans>
      </Text>
      {differing({ title: base.title, summary: base.summary, ...mine }, theirs).map((part) => (
        <Difference key={part.label} {...part} />
      ))}
    </ChangedElsewhere>
  )
}

type Part = { label: string; saved: string; typed: string }

function Difference({ label, saved, typed }: Part) {
  const changes = diffWords(saved, typed)
  return (
    <section aria-label={label}>
      <Text size="xs" fw={700}>
        {label}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <Version title={t`Saved version`} changes={changes.filter((change) => !change.added)} />
        <Version title={t`Your version`} changes={changes.filter((change) => !change.removed)} />
      </SimpleGrid>
    </section>
  )
}

function Version({ title, changes }: { title: string; changes: Change[] }) {
  return (
    <figure className={classes.version} aria-label={title}>
      <Text component="figcaption" size="xs" c="dimmed">
        {title}
      </Text>
      <Text component="p" size="sm" className={classes.difference}>
        {changes.map(({ added, removed, value }, i) => {
          const Mark = added ? 'ins' : removed ? 'del' : 'span'
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity and are never moved
          return <Mark key={i}>{value}</Mark>
        })}
        {changes.length === 0 && <Trans>Empty</Trans>}
      </Text>
    </figure>
  )
}

const compared = [
  ['title', msg`Title`],
  ['summary', msg`Summary`],
  ['content', msg`Content`],
] as const

/** The texts on the user's screen that are saved otherwise. */
function differing(mine: LessonPatch, { entry, content }: Theirs): Part[] {
  const theirs = { title: entry.title, summary: entry.summary, content }
  return compared
    .filter(([member]) => mine[member] !== undefined)
    .map(([member, label]) => ({ label: t(label), saved: inWords(theirs[member]), typed: inWords(mine[member], true) }))
    .filter(({ saved, typed }) => saved !== typed)
}
