import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'

import type { Schema } from '@/api/client'
import { decimal, list, percent } from '@/shared/format'

type Suggested = Schema<'SuggestedInstructors'>
type Suggestion = Suggested['instructors'][number]

type Props = { suggested: Suggested; chosen: string; onChoose: (id: string) => void }

const shown = 3

/** Who suits the schedule best, and why; who can't teach it, and why not. */
export function SuggestedInstructors({ suggested: { instructors, unsuitable }, chosen, onChoose }: Props) {
  const [busy, full] = [names(unsuitable, 'not_free'), names(unsuitable, 'over_cap')]
  return (
    <section aria-label={t`Suggested instructors`}>
      <Text size="sm" fw={600}>
        <Trans>Suggested for these sessions</Trans>
      </Text>
      {instructors.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No instructor of the course can teach all of them.</Trans>
        </Text>
      )}
      {instructors.slice(0, shown).map((one) => (
        <Group key={one.instructor_id} justify="space-between" wrap="nowrap" py={6}>
          <div>
            <Text size="sm">{one.full_name}</Text>
            <Text size="xs" c="dimmed">
              <Reasons of={one} />
            </Text>
          </div>
          <Button
            variant="default"
            size="compact-sm"
            style={{ flexShrink: 0 }}
            disabled={one.instructor_id === chosen}
            aria-label={t`Choose ${one.full_name}`}
            onClick={() => onChoose(one.instructor_id)}
          >
            {one.instructor_id === chosen ? t`Chosen` : t`Choose`}
          </Button>
        </Group>
      ))}
      {busy && (
        <Text size="xs" c="dimmed">
          <Trans>Not free for every session: {busy}.</Trans>
        </Text>
      )}
      {full && (
        <Text size="xs" c="dimmed">
          <Trans>Already 10 one-to-one classes: {full}.</Trans>
        </Text>
      )}
    </section>
  )
}

/** The figures behind a score, each with its points; the fewest points come first. */
function Reasons({ of: { breakdown, score, ...of } }: { of: Suggestion }) {
  const [total, students] = [decimal(score, 2), decimal(breakdown.students, 2)]
  const [individual, availability] = [decimal(breakdown.individual, 2), decimal(breakdown.availability, 2)]
  const experience = decimal(breakdown.experience, 2)
  const free = percent(100 * of.availability)
  return (
    <Trans>
      {total} points: {of.students} learners ({students}), {of.individual_batches} one-to-one ({individual}), {free} of
      their hours free ({availability}), {of.course_experience} batches of this course ({experience}). The lowest is the
      best.
    </Trans>
  )
}

const names = (unsuitable: Suggested['unsuitable'], reason: string) =>
  list(unsuitable.filter((one) => one.reason === reason).map(({ full_name }) => full_name))
