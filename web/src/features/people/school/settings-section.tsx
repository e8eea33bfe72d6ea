import { Button, Paper, Group as Row, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Group, type GroupApi, groupQuery, useSaveGroup } from './api'

/** The form of a group, and which of its fields the operator has fixed. */
export type Fields<T> = { form: UseFormReturnType<T>; fixed: (name: keyof T) => boolean }

type Props<T extends object> = {
  group: GroupApi<T>
  title: string
  lead: string
  /** The labels of the fields, as they are compared after somebody else has saved. */
  labels: Record<keyof T & string, string>
  children: (fields: Fields<T>) => ReactNode
}

/** A group of settings in a form of its own. */
export function SettingsSection<T extends object>(props: Props<T>) {
  const { group, title, lead } = props
  const query = useQuery(groupQuery(group))
  const id = `settings-${group.key}`
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={720} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {lead}
      </Text>
      <QueryView query={query} skeleton={<Skeleton height={180} />}>
        {({ value, tag }) => (
          <SettingsForm key={value.changed_at} {...props} value={value} tag={tag} onReload={query.refetch} />
        )}
      </QueryView>
    </Paper>
  )
}

type FormProps<T extends object> = Props<T> & {
  value: Group<T>
  tag: string | undefined
  onReload: () => Promise<unknown>
}

function SettingsForm<T extends object>({ group, title, labels, children, value, tag, onReload }: FormProps<T>) {
  const form = useForm<T>({ initialValues: value.values })
  const save = useSaveGroup(group)
  const send = (values: T, from: string | undefined) =>
    save.mutate(
      { values, tag: from },
      {
        onSuccess: () => toast('Saved. It applies from now on.'),
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    )
  const outdated = save.error instanceof ApiError && save.error.status === 412
  const fixed = value.fixed.map((name) => (name in labels ? labels[name as keyof typeof labels] : name))
  return (
    <form aria-label={title} noValidate onSubmit={form.onSubmit((values) => send(values, tag))}>
      <Stack>
        {outdated ? (
          <ChangedElsewhere
            title="Somebody else has saved these settings meanwhile"
            onKeep={() => send(form.getValues(), undefined)}
            onTake={() => void onReload()}
          >
            <Text size="sm">Nothing is lost: what you have typed still stands here.</Text>
          </ChangedElsewhere>
        ) : (
          <FormSummary error={save.error} fields={Object.keys(labels)} />
        )}
        {children({ form, fixed: (name) => value.fixed.includes(String(name)) })}
        {fixed.length > 0 && (
          <Text size="sm" c="dimmed">
            Fixed by the operator of the servers: {fixed.join(', ')}.
          </Text>
        )}
        <Row>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
