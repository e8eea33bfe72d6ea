import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

import { here, timeZones } from '@/shared/time-zones'

import { contentOf, ruleOf, type Settings, settingsOf, waysOf } from './settings'

/** What the builder gives an editor. */
type Props = { content: unknown; onChange: (content: unknown) => void; errors: Record<string, string> }
type PartProps = { form: Settings; change: (next: Partial<Settings>) => void }

/** What is to be done in an assignment, when, and how it is graded. */
export function AssignmentEditor({ content, onChange, errors }: Props) {
  const [form, setForm] = useState(() => settingsOf(content))
  const change = (next: Partial<Settings>) => {
    const changed = { ...form, ...next }
    setForm(changed)
    const whole = contentOf(changed)
    if (whole) onChange(whole)
  }
  const wrong = Object.entries(errors).filter(([name]) => name.startsWith('content'))
  return (
    <Stack>
      {wrong.map(([name, message]) => (
        <Text key={name} size="sm" c="red.9" role="alert">
          {message}
        </Text>
      ))}
      <Textarea
        label="What is to be done"
        rows={4}
        resize="vertical"
        maxLength={20000}
        value={form.instructions}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      <Due form={form} change={change} />
      <Checkbox.Group
        label="What is handed in"
        value={form.accepts}
        onChange={(accepts) => change({ accepts: waysOf(accepts) })}
      >
        <Group mt="xs">
          <Checkbox value="text" label="A text" />
          <Checkbox value="file" label="Files" />
          <Checkbox value="link" label="A link" />
        </Group>
      </Checkbox.Group>
      <NumberInput
        label="How often it can be handed in again"
        min={0}
        max={20}
        maw={300}
        value={form.resubmissions}
        onChange={(n) => change({ resubmissions: Number(n) })}
      />
      <Rubric form={form} change={change} />
    </Stack>
  )
}

function Due({ form: { due, late }, change }: PartProps) {
  const set = (next: Partial<Settings['due']>) => change({ due: { ...due, timezone: due.timezone || here(), ...next } })
  return (
    <>
      <Group align="flex-end">
        <TextInput
          type="date"
          label="Due on"
          value={due.date}
          onChange={(event) => set({ date: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="at"
          value={due.time}
          onChange={(event) => set({ time: event.currentTarget.value })}
        />
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          data={timeZones(due.timezone || here())}
          value={due.timezone || here()}
          onChange={(timezone) => timezone && set({ timezone })}
        />
      </Group>
      <Group align="flex-end">
        <NativeSelect
          label="Late work"
          data={[
            { value: 'accept', label: 'is accepted' },
            { value: 'penalty', label: 'loses some of its points' },
            { value: 'refuse', label: 'is refused' },
          ]}
          value={late.rule}
          onChange={(event) => change({ late: { ...late, rule: ruleOf(event.currentTarget.value) } })}
        />
        {late.rule === 'penalty' && (
          <NumberInput
            label="Percent a day"
            min={1}
            max={100}
            w={140}
            value={late.percent_a_day}
            onChange={(n) => change({ late: { ...late, percent_a_day: Number(n) } })}
          />
        )}
      </Group>
    </>
  )
}

function Rubric({ form: { rubric, points }, change }: PartProps) {
  const set = (i: number, next: Partial<Settings['rubric'][number]>) =>
    change({ rubric: rubric.map((c, n) => (n === i ? { ...c, ...next } : c)) })
  return (
    <Stack gap="xs">
      {rubric.length === 0 && (
        <NumberInput
          label="Points"
          min={1}
          max={10000}
          maw={160}
          value={points}
          onChange={(n) => change({ points: Number(n) || 1 })}
        />
      )}
      {rubric.map((c, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new criterion has no name before it is saved
        <Group key={i} align="flex-end" wrap="nowrap">
          <TextInput
            label={`Criterion ${i + 1}`}
            flex={1}
            maxLength={200}
            value={c.title}
            onChange={(event) => set(i, { title: event.currentTarget.value })}
          />
          <NumberInput
            label="Points"
            min={1}
            max={1000}
            w={100}
            value={c.points}
            onChange={(n) => set(i, { points: Number(n) || 1 })}
          />
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={`Remove criterion ${i + 1}`}
            onClick={() => change({ rubric: rubric.filter((_, n) => n !== i) })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => change({ rubric: [...rubric, { ref: '', title: '', description: '', points: 5 }] })}
        >
          Add a criterion
        </Button>
      </Group>
    </Stack>
  )
}
