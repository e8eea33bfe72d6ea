import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'

import { toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import classes from './board.module.css'
import { formatLabels, formats, kindLabels } from './labels'
import { type Lead, type LeadDetail, useMergeLead } from './staff-api'

/** What the sender has asked for: by this form, and by those that were merged into it. */
export function Requests({ lead }: { lead: LeadDetail }) {
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Requests`}>
      <Stack>
        {[lead, ...lead.parts].map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </Stack>
    </Card>
  )
}

function Request({ request }: { request: Lead }) {
  const { details, message, course_id, course_title } = request
  const place = formats.find((known) => known === details.format)
  const facts = [
    details.courses && t`Topics: ${details.courses}`,
    request.people_count > 0 && t`Learners: ${i18n.number(request.people_count)}`,
    place && t`Location: ${t(formatLabels[place])}`,
    details.budget && t`Budget: ${details.budget}`,
    details.preferred_start && t`Preferred start: ${toDay(details.preferred_start)}`,
    request.kind === 'brochure' && (details.brochure_sent ? t`Brochure sent` : t`Brochure not sent: too many requests`),
  ].filter(Boolean)
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {t(kindLabels[request.kind])}
        </Title>
        <Text size="sm" c="dimmed">
          <Moment at={request.created_at} />
        </Text>
      </Group>
      {course_id && (
        <TextLink to="/courses/$courseId" params={{ courseId: course_id }}>
          {course_title}
        </TextLink>
      )}
      {message && <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Text>}
      {facts.map((fact) => (
        <Text key={String(fact)} size="sm" c="dimmed">
          {fact}
        </Text>
      ))}
    </div>
  )
}

const countryName = (code: string) => new Intl.DisplayNames(i18n.locales, { type: 'region' }).of(code) ?? code

/** Who the sender is, and other leads from the same address. */
export function Facts({ lead }: { lead: LeadDetail }) {
  const { company_name, email, phone_number, country_code, source, wants_offers, user_id } = lead
  const contact = [
    { label: t`Email address`, value: <Anchor href={`mailto:${email}`}>{email}</Anchor> },
    ...(phone_number
      ? [{ label: t`Phone number`, value: <Anchor href={`tel:${phone_number}`}>{phone_number}</Anchor> }]
      : []),
    { label: t`Country`, value: countryName(country_code) },
    ...(company_name ? [{ label: t`Company`, value: company_name }] : []),
    { label: t`Source`, value: source || t`Direct` },
    { label: t`Other offers`, value: wants_offers ? t`Agreed` : t`Not agreed` },
    {
      label: t`Account`,
      value: user_id ? (
        <TextLink to="/admin/users/$userId" params={{ userId: user_id }}>
          <Trans>Open account</Trans>
        </TextLink>
      ) : lead.has_account ? (
        t`Has an account with this address`
      ) : (
        t`No account`
      ),
    },
  ]
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Contact details`}>
      <Stack>
        <dl className={classes.facts}>
          {contact.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {lead.duplicates.length > 0 && <Duplicates lead={lead} />}
      </Stack>
    </Card>
  )
}

function Duplicates({ lead: { id, duplicates } }: { lead: LeadDetail }) {
  const merge = useMergeLead(id)
  return (
    <div>
      <Title order={2} size="h5">
        <Trans>Other leads from this address</Trans>
      </Title>
      {merge.error && <Failure error={merge.error} />}
      {duplicates.map((other) => {
        const kind = t(kindLabels[other.kind])
        return (
          <Group key={other.id} justify="space-between" gap="xs">
            <Text size="sm">
              <TextLink to="/admin/leads/$leadId" params={{ leadId: other.id }}>
                {kind}
              </TextLink>
              {' · '}
              <Moment at={other.created_at} />
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={merge.isPending && merge.variables === other.id}
              aria-label={t`Merge “${kind}” into this lead`}
              onClick={() => merge.mutate(other.id, { onSuccess: () => toast(t`Leads merged.`) })}
            >
              <Trans>Merge</Trans>
            </Button>
          </Group>
        )
      })}
    </div>
  )
}
