import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Paper, Group as Row, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { fieldErrors } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { list } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Group, type GroupApi, groupQuery, useSaveGroup } from './api'

/** The form of a group, and which of its fields the operator has fixed. */
export type Fields<T> = { form: UseFormReturnType<T>; fixed: (name: keyof T) => boolean }

type Props<T extends object> = {
  group: GroupApi<T>
  title: string
  lead: string
  /** The labels of the fields, as they are compared after another user has saved. */
  labels: Record<keyof T & string, MessageDescriptor>
  /** Of the fields, in pixels; as many rows as there are labels where it is left out. */
  height?: number
  children: (fields: Fields<T>) => ReactNode
}

// Pixels, with the gap after each: of most fields, and of the button below them.
const fieldHeight = 88
const rowHeight = 58

/** A group of settings in a form of its own. */
export function SettingsSection<T extends object>(props: Props<T>) {
  const query = useQuery(groupQuery(props.group))
  return (
    <SettingsFrame id={`settings-${props.group.key}`} title={props.title} lead={props.lead}>
      <QueryView
        query={query}
        skeleton={<Skeleton height={(props.height ?? fieldHeight * Object.keys(props.labels).length) + rowHeight} />}
      >
        {({ value, tag }) => <SettingsForm {...props} current={value} tag={tag} />}
      </QueryView>
    </SettingsFrame>
  )
}

type FrameProps = { id: string; title: string; lead: string; children: ReactNode }

/** The frame of a group. */
export function SettingsFrame({ id, title, lead, children }: FrameProps) {
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={720} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {lead}
      </Text>
      {children}
    </Paper>
  )
}

type FormProps<T extends object> = Props<T> & { current: Group<T>; tag: string }

function SettingsForm<T extends object>({ group, title, labels, children, current, tag }: FormProps<T>) {
  const form = useForm<T>({ initialValues: current.values })
  const base = useBaseVersion(current.values, tag)
  const save = useSaveGroup(group)
  const take = (values: T) => {
    base.adopt(values)
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
    save.reset()
  }
  const saveOver = (version: string) =>
    form.onSubmit((values) =>
      save.mutate(
        { values, tag: version },
        {
          onSuccess: (saved) => {
            take(saved.values)
            toast(t`Settings saved. They apply from now on.`)
          },
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    )
  const names = objectKeys(labels)
  const savedVersion = names
    .filter((name) => shown(current.values[name]) !== shown(form.values[name]))
    .map((name) => `${t(labels[name])}: ${shown(current.values[name])}`)
    .join('; ')
  const fixed = names.filter((name) => current.fixed.includes(name)).map((name) => t(labels[name]))
  const fixedFields = list(fixed)
  return (
    <form aria-label={title} noValidate onSubmit={saveOver(base.tag)}>
      <Stack>
        {isStale(save.error) && base.changed ? (
          <ChangedElsewhere
            title={t`Another user changed these settings`}
            onKeep={saveOver(tag)}
            onTake={() => take(current.values)}
          >
            <Text size="sm">
              <Trans>Saved version: {savedVersion}. Your changes are not saved yet.</Trans>
            </Text>
          </ChangedElsewhere>
        ) : (
          <FormSummary error={save.error} fields={names} />
        )}
        {children({ form, fixed: (name) => current.fixed.includes(String(name)) })}
        {fixed.length > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>Fixed by the server operator: {fixedFields}.</Trans>
          </Text>
        )}
        <Row>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            <Trans>Save changes</Trans>
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

/** The value of a field, as text. */
const shown = (value: unknown) => (Array.isArray(value) ? value.map(item).join(', ') : String(value)) || t`empty`

const item = (value: unknown) =>
  typeof value === 'object' && value ? Object.values(value).filter(Boolean).join(' ') : String(value)

const objectKeys = <K extends string>(labels: Record<K, MessageDescriptor>) => Object.keys(labels) as K[]
