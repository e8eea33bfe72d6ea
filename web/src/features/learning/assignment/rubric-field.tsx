import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

import type { AssignmentPart, Settings } from './settings'

type Line = Settings['rubric'][number]

/** The grading of an assignment: criteria with points, or points for the whole. */
export function Rubric({ settings: { rubric, points }, change }: AssignmentPart) {
  const set = (i: number, next: Partial<Line>) =>
    change({ rubric: rubric.map((c, n) => (n === i ? { ...c, ...next } : c)) })
  return (
    <Stack gap="md">
      {rubric.length === 0 && (
        <NumberInput
          label={t`Points`}
          min={1}
          max={10000}
          maw={160}
          value={points}
          onChange={(n) => change({ points: Number(n) || 1 })}
        />
      )}
      {rubric.map((c, i) => (
        <CriterionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a new criterion has no name before it is saved
          key={i}
          number={i + 1}
          criterion={c}
          onChange={(next) => set(i, next)}
          onRemove={() => change({ rubric: rubric.filter((_, n) => n !== i) })}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={rubric.length >= 30}
          onClick={() => change({ rubric: [...rubric, { ref: '', title: '', description: '', points: 5 }] })}
        >
          <Trans>Add criterion</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

type Props = { number: number; criterion: Line; onChange: (next: Partial<Line>) => void; onRemove: () => void }

function CriterionFields({ number, criterion, onChange, onRemove }: Props) {
  return (
    <Stack gap="xs">
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label={t`Criterion ${number}`}
          flex={1}
          maxLength={200}
          value={criterion.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <NumberInput
          label={t`Points`}
          min={1}
          max={1000}
          w={100}
          value={criterion.points}
          onChange={(n) => onChange({ points: Number(n) || 1 })}
        />
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          aria-label={t`Remove criterion ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Textarea
        aria-label={t`Description of criterion ${number}`}
        placeholder={t`What earns full points`}
        rows={2}
        resize="vertical"
        maxLength={2000}
        value={criterion.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </Stack>
  )
}
