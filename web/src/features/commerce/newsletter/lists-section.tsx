import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Paper, Skeleton, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { listsQuery, type NewsletterList, useSaveList } from './staff-api'

/** The lists to which visitors can subscribe. */
export function ListsSection() {
  const lists = useQuery(listsQuery)
  const [editing, setEditing] = useState<NewsletterList | 'new'>()
  return (
    <section aria-labelledby="newsletter-lists">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="newsletter-lists">
          <Trans>Lists</Trans>
        </Title>
        <Button variant="default" size="xs" onClick={() => setEditing('new')}>
          <Trans>Add list</Trans>
        </Button>
      </Group>
      <QueryView query={lists} skeleton={<Skeleton height={64} radius="lg" mb="xl" />}>
        {(all) => (
          <Stack gap="xs" mb="xl">
            {all.map((list) => {
              const { id, name, description, subscribers, archived } = list
              return (
                <Paper key={id} withBorder p="sm" bg="var(--card)">
                  <Group justify="space-between" wrap="nowrap">
                    <div>
                      <Text fw={600}>{name}</Text>
                      <Text size="sm" c="dimmed">
                        {plural(subscribers, { one: '# subscriber', other: '# subscribers' })}
                        {archived && ` · ${t`Closed`}`}
                        {description && ` · ${description}`}
                      </Text>
                    </div>
                    <Button
                      variant="subtle"
                      size="xs"
                      aria-label={t`Edit list ${name}`}
                      onClick={() => setEditing(list)}
                    >
                      <Trans>Edit</Trans>
                    </Button>
                  </Group>
                </Paper>
              )
            })}
          </Stack>
        )}
      </QueryView>
      {editing && <ListDialog list={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </section>
  )
}

function ListDialog({ list, onClose }: { list: NewsletterList | undefined; onClose: () => void }) {
  const save = useSaveList(list?.id)
  const [name, setName] = useState(list?.name ?? '')
  const [description, setDescription] = useState(list?.description ?? '')
  const [archived, setArchived] = useState(list?.archived ?? false)
  const errors = fieldErrors(save.error)
  return (
    <FormDialog
      title={list ? t`Edit list` : t`Add list`}
      submit={list ? t`Save changes` : t`Add list`}
      onClose={onClose}
      mutation={save}
      fields={['name', 'description']}
      onSubmit={() =>
        save.mutate(
          { name, description, archived },
          {
            onSuccess: () => {
              toast(list ? t`List saved.` : t`List added.`)
              onClose()
            },
          },
        )
      }
    >
      <TextInput
        required
        label={t`Name`}
        maxLength={80}
        value={name}
        error={errors.name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Textarea
        label={t`Description`}
        description={t`Visitors see it when they subscribe.`}
        rows={2}
        maxLength={300}
        value={description}
        error={errors.description}
        onChange={({ currentTarget: { value } }) => setDescription(value)}
      />
      {list && (
        <Checkbox
          label={t`Closed: nobody can subscribe to it any more`}
          checked={archived}
          onChange={({ currentTarget: { checked } }) => setArchived(checked)}
        />
      )}
    </FormDialog>
  )
}
