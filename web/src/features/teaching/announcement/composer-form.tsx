import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Checkbox, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { isStale } from '@/shared/base-version'
import { Dialog, DialogActions } from '@/shared/dialog'
import { FormSummary } from '@/shared/form-summary'
import { options } from '@/shared/options'
import { RichText } from '@/shared/rich-text'
import { RichTextField } from '@/shared/rich-text-field'

import type { Announcement } from './api'
import { audienceOf } from './audience'
import { AudienceField } from './audience-field'
import { type Composed, notifyOf } from './composer'
import classes from './composer-form.module.css'
import { notifyLabels, priorities, typeLabels } from './labels'
import { Reach } from './reach'

type Saved = 'draft' | 'published'
type Props = {
  initial: Composed
  /** Of the initial text. */
  format?: Announcement['format']
  everyone: boolean
  status: Announcement['status'] | 'new'
  mutation: { isPending: boolean; error: Error | null }
  onSave: (composed: Composed, status: Saved, onError: (error: Error) => void) => void
}

const fields = ['title', 'content', 'type', 'targetAudience', 'specificStudents', 'publishDate', 'expiryDate']

/** Title, text, audience and dates of an announcement, beside whom it reaches. */
export function ComposerForm({ initial, format = 'html', everyone, status, mutation, onSave }: Props) {
  const form = useForm<Composed>({ initialValues: initial })
  const [previewing, setPreviewing] = useState(false)
  const { values } = form
  const errors = fieldErrors(mutation.error)
  const save = (to: Saved) => onSave(values, to, () => setPreviewing(false))
  const names = new Map(values.chosen.recipients.map(({ key, name }) => [key, name]))
  const isDraft = status === 'new' || status === 'draft'
  return (
    <form
      noValidate
      className={classes.columns}
      aria-label={t`Announcement`}
      onSubmit={form.onSubmit(() => save('published'))}
    >
      <Stack>
        <FormSummary error={mutation.error} fields={fields}>
          {isStale(mutation.error) && (
            <Text size="sm">
              <Trans>Copy your text, then reload the page to see the other version.</Trans>
            </Text>
          )}
        </FormSummary>
        <TextInput label={t`Title`} maxLength={200} {...form.getInputProps('title')} error={errors.title} />
        <RichTextField
          label={t`Content`}
          rows={8}
          initial={{ text: initial.html, format }}
          onChange={(html) => form.setFieldValue('html', html)}
          error={errors.content}
        />
        <AudienceField
          chosen={values.chosen}
          onChosen={(chosen) => form.setFieldValue('chosen', chosen)}
          everyone={everyone}
          error={errors.targetAudience ?? errors.specificStudents}
        />
        <Importance form={form} />
        <Dates form={form} errors={errors} showsPublish={isDraft || status === 'scheduled'} />
        <Choices form={form} isPublished={status === 'published'} />
      </Stack>
      <div className={classes.aside}>
        <Reach audience={audienceOf(values.chosen)} names={names} mails={notifyOf(values) === 'mail'} />
        <Stack gap="xs" mt="md">
          <Button type="submit" loading={mutation.isPending}>
            {verb(status, values.publishAt)}
          </Button>
          {isDraft && (
            <Button variant="default" disabled={mutation.isPending} onClick={() => save('draft')}>
              <Trans>Save draft</Trans>
            </Button>
          )}
          <Button variant="subtle" onClick={() => setPreviewing(true)}>
            <Trans>Preview</Trans>
          </Button>
        </Stack>
      </div>
      {previewing && <PreviewDialog composed={values} format={format} onClose={() => setPreviewing(false)} />}
    </form>
  )
}

function verb(status: Props['status'], publishAt: string) {
  if (status !== 'new' && status !== 'draft') return t`Save changes`
  return publishAt ? t`Schedule announcement` : t`Publish announcement`
}

type Form = UseFormReturnType<Composed>

function Importance({ form }: { form: Form }) {
  return (
    <Group grow align="start" preventGrowOverflow={false}>
      <Select label={t`Type`} allowDeselect={false} data={options(typeLabels)} {...form.getInputProps('type')} />
      <Select
        label={t`Priority`}
        allowDeselect={false}
        data={options(priorities)}
        {...form.getInputProps('priority')}
      />
      <Select
        label={t`Notify`}
        description={t`Recipients can turn these off in their notification settings.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={options(notifyLabels)}
        value={notifyOf(form.values)}
        onChange={(value) => form.setFieldValue('notify', value === 'mail' || value === 'in_app' ? value : 'none')}
      />
    </Group>
  )
}

function Dates({ form, errors, showsPublish }: { form: Form; errors: Record<string, string>; showsPublish: boolean }) {
  return (
    <Group grow align="start" preventGrowOverflow={false}>
      {showsPublish && (
        <TextInput
          type="datetime-local"
          label={t`Publication time`}
          description={t`In your time zone. Leave empty to publish it now.`}
          {...form.getInputProps('publishAt')}
          error={errors.publishDate}
        />
      )}
      <TextInput
        type="datetime-local"
        label={t`Expires`}
        description={t`Leave empty to show it for a year.`}
        {...form.getInputProps('expiresAt')}
        error={errors.expiryDate}
      />
    </Group>
  )
}

function Choices({ form, isPublished }: { form: Form; isPublished: boolean }) {
  return (
    <Stack gap="xs">
      <Checkbox label={t`Keep at the top of the list`} {...form.getInputProps('sticky', { type: 'checkbox' })} />
      <Checkbox
        label={t`Ask readers to confirm that they have read it`}
        {...form.getInputProps('requiresAck', { type: 'checkbox' })}
      />
      {isPublished && (
        <Checkbox
          label={t`Ask everyone to read it again`}
          description={t`It is marked as unread for everyone, and they are notified again.`}
          {...form.getInputProps('again', { type: 'checkbox' })}
        />
      )}
    </Stack>
  )
}

type PreviewProps = { composed: Composed; format: Announcement['format']; onClose: () => void }

/** The announcement as its readers will see it. */
function PreviewDialog({ composed: { title, html }, format, onClose }: PreviewProps) {
  return (
    <Dialog title={t`Preview`} onClose={onClose} size="lg">
      <Card withBorder>
        <Title order={2} size="h4" mb="xs">
          {title || t`Untitled`}
        </Title>
        <RichText html={html} format={format} />
      </Card>
      <DialogActions onCancel={onClose} cancel={t`Close`} />
    </Dialog>
  )
}
