import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'
import { RichTextField } from '@/shared/rich-text-field'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { statusColour } from './campaigns-page'
import { DeliveryReport } from './delivery-report'
import { campaignStatuses, pauseReasons } from './labels'
import { PreviewDialog } from './preview-dialog'
import { ScheduleDialog } from './schedule-dialog'
import {
  type Campaign,
  type CampaignValues,
  campaignQuery,
  listsQuery,
  type Step,
  useDeleteCampaign,
  useSaveCampaign,
  useSendTest,
  useStep,
} from './staff-api'

type Props = { id: string; onDeleted: () => void }

/** A campaign of the newsletter: its text while it is a draft, then what has become of it. */
export function CampaignPage({ id, onDeleted }: Props) {
  const campaign = useQuery(campaignQuery(id))
  return (
    <QueryView query={campaign} skeleton={<Rows height={64} />}>
      {({ value, tag }) => (
        <>
          <PageHead title={value.subject} lead={value.list_name}>
            <Badge variant="light" color={statusColour(value.status)} tt="none" size="lg">
              {t(campaignStatuses[value.status])}
            </Badge>
          </PageHead>
          <Actions campaign={value} tag={tag} onDeleted={onDeleted} />
          {value.status === 'draft' ? <Composer campaign={value} tag={tag} /> : <DeliveryReport campaign={value} />}
        </>
      )}
    </QueryView>
  )
}

type Open = 'preview' | 'schedule' | 'delete' | 'cancel'

function Actions({ campaign, tag, onDeleted }: { campaign: Campaign; tag: string; onDeleted: () => void }) {
  const { id, status, send_at, pause_reason } = campaign
  const [open, setOpen] = useState<Open>()
  const test = useSendTest(id)
  const step = useStep(id)
  const close = () => setOpen(undefined)
  const take = (next: Step) => step.mutate(next, { onSuccess: close })
  const busy = { loading: step.isPending }
  return (
    <Stack mb="lg">
      {test.error && <Failure error={test.error} />}
      {step.error && !open && <Failure error={step.error} />}
      {status === 'paused' && <Alert color="orange">{t(pauseReasons[pause_reason])}</Alert>}
      {status === 'scheduled' && send_at && (
        <Alert color="school">
          <Trans>
            This campaign will be sent on <Moment at={send_at} />. To change it, cancel sending first.
          </Trans>
        </Alert>
      )}
      <Group>
        {status === 'draft' && (
          <Button disabled={campaign.body === ''} onClick={() => setOpen('schedule')}>
            <Trans>Send campaign</Trans>
          </Button>
        )}
        {status === 'sending' && (
          <Button {...busy} onClick={() => take('pause')}>
            <Trans>Pause</Trans>
          </Button>
        )}
        {status === 'paused' && (
          <Button {...busy} onClick={() => take('resume')}>
            <Trans>Resume</Trans>
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen('preview')}>
          <Trans>Preview</Trans>
        </Button>
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate(undefined, { onSuccess: () => toast(t`We sent you the campaign.`) })}
        >
          <Trans>Send to yourself</Trans>
        </Button>
        {(status === 'scheduled' || status === 'sending' || status === 'paused') && (
          <Button variant="subtle" color="red" onClick={() => setOpen('cancel')}>
            <Trans>Cancel sending</Trans>
          </Button>
        )}
        {status === 'draft' && (
          <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
            <Trans>Delete campaign</Trans>
          </Button>
        )}
      </Group>
      {open === 'preview' && <PreviewDialog id={id} tag={tag} onClose={close} />}
      {open === 'schedule' && <ScheduleDialog campaign={campaign} onClose={close} />}
      {open === 'delete' && <DeleteDialog campaign={campaign} onDeleted={onDeleted} onClose={close} />}
      {open === 'cancel' && (
        <Confirm
          danger
          title={t`Cancel sending?`}
          text={
            status === 'scheduled'
              ? t`The campaign becomes a draft again.`
              : t`Subscribers who haven't received the campaign won't receive it. You can't undo it.`
          }
          action={t`Cancel sending`}
          onConfirm={() => take('cancel')}
          onClose={close}
          pending={step.isPending}
          error={step.error}
        />
      )}
    </Stack>
  )
}

function DeleteDialog({
  campaign,
  onDeleted,
  onClose,
}: {
  campaign: Campaign
  onDeleted: () => void
  onClose: () => void
}) {
  const remove = useDeleteCampaign(campaign.id)
  const { subject } = campaign
  return (
    <Confirm
      danger
      title={t`Delete “${subject}”?`}
      text={t`You can't undo it.`}
      action={t`Delete campaign`}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    />
  )
}

const words = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').trim()

const fields = (listName: (id: string) => string): VersionedField<CampaignValues>[] => [
  { name: 'subject', label: t`Subject`, text: ({ subject }) => subject },
  { name: 'list_id', label: t({ message: 'List', context: 'newsletter' }), text: ({ list_id }) => listName(list_id) },
  { name: 'body', label: t`Text`, text: ({ body }) => words(body) },
]

function Composer({ campaign, tag }: { campaign: Campaign; tag: string }) {
  const { id, list_id, subject, body } = campaign
  const save = useSaveCampaign(id)
  const lists = useQuery(listsQuery)
  const known = lists.data ?? [{ id: list_id, name: campaign.list_name, archived: false }]
  const nameOf = (list: string) => known.find((one) => one.id === list)?.name ?? ''
  return (
    <VersionedForm<CampaignValues, Campaign>
      label={t`Campaign`}
      action={t`Save campaign`}
      conflict={t`Another administrator has changed this campaign`}
      fields={fields(nameOf)}
      current={{ list_id, subject, body }}
      tag={tag}
      save={save}
      onSaved={() => toast(t`Campaign saved.`)}
    >
      {(form) => (
        <>
          <TextInput required label={t`Subject`} maxLength={150} {...form.getInputProps('subject')} />
          <NativeSelect
            label={t({ message: 'List', context: 'newsletter' })}
            data={known
              .filter((list) => !list.archived || list.id === list_id)
              .map((list) => ({ value: list.id, label: list.name }))}
            {...form.getInputProps('list_id')}
          />
          <RichTextField
            label={t`Text`}
            isArticle
            rows={14}
            initial={{ text: form.values.body, format: 'html' }}
            error={form.errors.body}
            onChange={(html) => form.setFieldValue('body', html)}
          />
        </>
      )}
    </VersionedForm>
  )
}
