import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Chip, CloseButton, Group, Input, Stack, Text } from '@mantine/core'
import { IconBook, IconPlus, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { SearchField } from '@/shared/search-field'

import { recipientsQuery } from './api'
import type { Chosen, Recipient } from './audience'
import { groupLabels } from './labels'

type Props = {
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
  /** The user may address everyone: administrators. */
  everyone: boolean
  error?: string | undefined
}

const icons = { course: IconBook, batch: IconUsersGroup, student: IconUser }

/** Whom an announcement is for. */
export function AudienceField({ chosen, onChosen, everyone, error }: Props) {
  const { groups, recipients } = chosen
  return (
    <Input.Wrapper
      label={t`Audience`}
      labelElement="div"
      description={t`Everyone in at least one of these, including learners who join later.`}
      error={error}
    >
      <Stack gap="sm" mt="xs">
        {everyone && (
          <Chip.Group multiple value={groups} onChange={(next) => onChosen({ groups: next, recipients })}>
            <Group gap="xs" role="group" aria-label={t`Groups of users`}>
              {Object.entries(groupLabels).map(([value, label]) => (
                <Chip key={value} value={value}>
                  {t(label)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
        <ChosenRecipients
          recipients={recipients}
          onRemove={(keys) => onChosen({ groups, recipients: recipients.filter(({ key }) => !keys.includes(key)) })}
        />
        <RecipientSearch
          everyone={everyone}
          taken={recipients}
          onAdd={(recipient) => onChosen({ groups, recipients: [...recipients, recipient] })}
        />
      </Stack>
    </Input.Wrapper>
  )
}

type ChosenProps = { recipients: Recipient[]; onRemove: (keys: string[]) => void }

/** The chosen courses, batches and students. Students of a stored announcement are counted: only their ids are known. */
function ChosenRecipients({ recipients, onRemove }: ChosenProps) {
  if (recipients.length === 0) return null
  const unnamed = recipients.filter(({ name }) => name === '').map(({ key }) => key)
  const students = plural(unnamed.length, { one: '# student', other: '# students' })
  return (
    <Group component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Selected`}>
      {recipients
        .filter(({ name }) => name !== '')
        .map(({ key, name, kind }) => (
          <Entry key={key} name={name} kind={kind} onRemove={() => onRemove([key])} />
        ))}
      {unnamed.length > 0 && <Entry name={students} kind="student" onRemove={() => onRemove(unnamed)} />}
    </Group>
  )
}

function Entry({ name, kind, onRemove }: { name: string; kind: Recipient['kind']; onRemove: () => void }) {
  const Icon = icons[kind]
  return (
    <Group component="li" gap={6} px="sm" wrap="nowrap" bg="var(--tint)" style={{ borderRadius: 22 }} h={44}>
      <Icon size={18} aria-hidden />
      <Text size="sm">{name}</Text>
      <CloseButton aria-label={t`Remove ${name}`} onClick={onRemove} />
    </Group>
  )
}

type SearchProps = { everyone: boolean; taken: Recipient[]; onAdd: (recipient: Recipient) => void }

function RecipientSearch({ everyone, taken, onAdd }: SearchProps) {
  const [search, setSearch] = useState('')
  const found = useQuery(recipientsQuery(search, everyone))
  const offered = (found.data ?? []).filter(({ key }) => !taken.some((t) => t.key === key))
  return (
    <>
      <SearchField label={t`Add a course, batch or student`} value={search} onSearch={setSearch} />
      {search !== '' && found.data && (
        <Group component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Search results`}>
          {offered.map((recipient) => {
            const Icon = icons[recipient.kind]
            return (
              <li key={recipient.key}>
                <Button
                  variant="default"
                  leftSection={<Icon size={18} aria-hidden />}
                  rightSection={<IconPlus size={16} aria-hidden />}
                  aria-label={t`Add ${recipient.name}`}
                  onClick={() => {
                    onAdd(recipient)
                    setSearch('')
                  }}
                >
                  {recipient.name}
                </Button>
              </li>
            )
          })}
          {offered.length === 0 && (
            <Text component="li" size="sm" c="dimmed" role="status">
              <Trans>No courses, batches or students match.</Trans>
            </Text>
          )}
        </Group>
      )}
    </>
  )
}
