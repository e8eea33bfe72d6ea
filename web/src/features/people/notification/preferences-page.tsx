import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, NativeSelect, Paper, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { Schema } from '@/api/client'
import { instant } from '@/shared/format'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { here, timeZones } from '@/shared/time-zones'
import { weekdayName } from '@/shared/wall-time'
import { type Group, type Preferences, preferencesQuery, useSavePreferences } from './api'
import { kindWords } from './kinds'
import { groups } from './labels'
import classes from './preferences-page.module.css'

/** Which notifications the user wants on which channel, and when emails are sent. Choices are saved at once. */
export function PreferencesPage() {
  const preferences = useQuery(preferencesQuery())
  return (
    <>
      <PageTitle title={t`Notifications`} />
      <Text c="dimmed" mt={4} mb="xl">
        <Trans>Choose what you are notified about, and where. Changes are saved at once.</Trans>
      </Text>
      <QueryView query={preferences} skeleton={<Rows height={120} />}>
        {(data) => (
          <Stack gap="xl">
            <Kinds preferences={data} />
            <Frequency digest={data.digest} />
          </Stack>
        )}
      </QueryView>
    </>
  )
}

/** Shows whether a choice has been saved. */
function SaveStatus({ prefer: { isPending, isSuccess, error } }: { prefer: ReturnType<typeof useSavePreferences> }) {
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mih={22}>
        {isPending ? t`Saving…` : isSuccess ? t`Saved` : ''}
      </Text>
      {error && <Failure error={error} />}
    </>
  )
}

function Kinds({ preferences }: { preferences: Preferences }) {
  const prefer = useSavePreferences()
  const heading = useId()
  const present = (Object.keys(groups) as Group[]).filter((g) => preferences.kinds.some(({ group }) => group === g))
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        <Trans>Topics</Trans>
      </Title>
      <SaveStatus prefer={prefer} />
      <Table className={classes.table} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Topic</Trans>
            </Table.Th>
            <Table.Th scope="col" className={classes.channel}>
              <Trans>In the app</Trans>
            </Table.Th>
            <Table.Th scope="col" className={classes.channel}>
              <Trans>Email</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        {present.map((group) => (
          <Table.Tbody key={group}>
            <Table.Tr className={classes.group}>
              <Table.Th scope="colgroup" colSpan={3}>
                {t(groups[group].label)}
              </Table.Th>
            </Table.Tr>
            {preferences.kinds
              .filter((kind) => kind.group === group)
              .map((kind) => (
                <Kind key={kind.kind} preference={kind} prefer={prefer} />
              ))}
          </Table.Tbody>
        ))}
      </Table>
    </Paper>
  )
}

type KindProps = { preference: Schema<'KindPreference'>; prefer: ReturnType<typeof useSavePreferences> }

/**
 * A saved choice, and how to change it. A change shows at once: a mutation
 * notifies its observers only later, and React would reset the box until then.
 */
function useChoice<T>(kept: T, keep: (choice: T, options: { onSettled: () => void }) => void) {
  const [choice, setChoice] = useState<T>()
  const choose = (next: T) => {
    setChoice(next)
    keep(next, { onSettled: () => setChoice(undefined) })
  }
  return [choice ?? kept, choose] as const
}

function Kind({ preference, prefer }: KindProps) {
  const { kind, mail_fixed, ...kept } = preference
  const { title, description } = kindWords(preference)
  const [{ in_app, mail }, choose] = useChoice({ in_app: kept.in_app, mail: kept.mail }, (channels, options) =>
    prefer.mutate({ kinds: [{ kind, ...channels }] }, options),
  )
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {title}
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {mail_fixed && (
          <Text size="sm" c="dimmed">
            <Trans>This email is always sent.</Trans>
          </Text>
        )}
      </Table.Th>
      <Table.Td className={classes.channel}>
        <Checkbox
          classNames={{ body: classes.box }}
          aria-label={t`${title}: in the app`}
          checked={in_app}
          disabled={prefer.isPending}
          onChange={(e) => choose({ in_app: e.currentTarget.checked, mail })}
        />
      </Table.Td>
      <Table.Td className={classes.channel}>
        <Checkbox
          classNames={{ body: classes.box }}
          aria-label={t`${title}: by email`}
          checked={mail}
          disabled={mail_fixed || prefer.isPending}
          onChange={(e) => choose({ in_app, mail: e.currentTarget.checked })}
        />
      </Table.Td>
    </Table.Tr>
  )
}

const frequencies: { value: Schema<'MailDigest'>['frequency']; label: MessageDescriptor }[] = [
  { value: 'at_once', label: msg`Immediately` },
  { value: 'daily', label: msg`Daily` },
  { value: 'weekly', label: msg`Weekly` },
]

/** Weekdays from Sunday, which is 0 here. */
const days = () =>
  Array.from({ length: 7 }, (_, day) => ({ value: String(day), label: weekdayName(day === 0 ? 7 : day) }))

const hours = () =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: i18n.date(new Date(Date.UTC(2024, 0, 1, hour)), { timeStyle: 'short', timeZone: 'UTC' }),
  }))

function Frequency({ digest }: { digest: Schema<'MailDigest'> }) {
  const prefer = useSavePreferences()
  const heading = useId()
  const { next_at, ...kept } = digest
  const next = next_at && instant(next_at)
  const [now, choose] = useChoice({ ...kept, time_zone: kept.time_zone || here() }, (digest, options) =>
    prefer.mutate({ kinds: [], digest }, options),
  )

  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        <Trans>Email frequency</Trans>
      </Title>
      <SaveStatus prefer={prefer} />
      <Stack>
        <SegmentedControl
          aria-labelledby={heading}
          data={frequencies.map(({ value, label }) => ({ value, label: t(label) }))}
          value={now.frequency}
          disabled={prefer.isPending}
          onChange={(value) => {
            const chosen = frequencies.find((r) => r.value === value)
            if (chosen) choose({ ...now, frequency: chosen.value })
          }}
        />
        {now.frequency !== 'at_once' && (
          <div className={classes.when}>
            {now.frequency === 'weekly' && (
              <NativeSelect
                label={t`Day`}
                data={days()}
                value={String(now.weekday)}
                onChange={(e) => choose({ ...now, weekday: Number(e.currentTarget.value) })}
              />
            )}
            <NativeSelect
              label={t`Hour`}
              data={hours()}
              value={String(now.hour)}
              onChange={(e) => choose({ ...now, hour: Number(e.currentTarget.value) })}
            />
            <NativeSelect
              label={t`Time zone`}
              data={timeZones(now.time_zone)}
              value={now.time_zone}
              onChange={(e) => choose({ ...now, time_zone: e.currentTarget.value })}
            />
          </div>
        )}
        <Text size="sm" c="dimmed">
          {now.frequency === 'at_once'
            ? t`Each notification is sent as an email of its own.`
            : t`One email with everything you haven't read by then.`}{' '}
          {now.frequency !== 'at_once' && next && <Trans>Next email: {next}.</Trans>}{' '}
          <Trans>Emails about the security of your account are always sent immediately.</Trans>
        </Text>
      </Stack>
    </Paper>
  )
}
