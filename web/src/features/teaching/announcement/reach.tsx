import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { list } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { type Preview, targetingQuery } from './api'
import { type Audience, isEmpty } from './audience'
import { groupLabels } from './labels'

type Props = {
  audience: Audience
  /** The names of the courses and batches, by key. */
  names: Map<string, string>
  mails: boolean
}

const mostCounted = 10_000

/** Whom the chosen audience has now, and how many emails are sent. */
export function Reach({ audience, names, mails }: Props) {
  const preview = useQuery(targetingQuery(audience))
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="reach" aria-live="polite">
      <Title order={2} size="h5" id="reach" mb="xs">
        <Trans>Recipients</Trans>
      </Title>
      {isEmpty(audience) ? (
        <Text size="sm" c="dimmed">
          <Trans>Choose an audience to see whom it reaches.</Trans>
        </Text>
      ) : (
        <>
          {preview.error && <Failure error={preview.error} />}
          {preview.data && <Counted preview={preview.data} names={names} mails={mails} />}
        </>
      )}
    </Paper>
  )
}

const counted = (n: number) =>
  n > mostCounted ? t`More than 10,000 people` : plural(n, { one: '# person', other: '# people' })

const mailed = (n: number) =>
  n > mostCounted
    ? t`More than 10,000 emails will be sent.`
    : plural(n, { one: '# email will be sent.', other: '# emails will be sent.' })

function Counted({ preview, names, mails }: { preview: Preview; names: Props['names']; mails: boolean }) {
  const { estimatedReach, audienceBreakdown, specificStudentsCount, sample } = preview
  const students = specificStudentsCount > 0 ? [{ type: '', count: specificStudentsCount }] : []
  const parts = [...(audienceBreakdown ?? []), ...students]
  const some = list((sample ?? []).map(({ full_name }) => full_name))
  return (
    <>
      <Text fw={650} size="lg">
        {counted(estimatedReach)}
      </Text>
      {parts.length > 1 && (
        <ul style={{ margin: '0.25rem 0', paddingInlineStart: '1.2rem' }}>
          {parts.map(({ type, count }) => (
            <Text component="li" size="sm" key={type}>
              {nameOf(type, names)}: {counted(count)}
            </Text>
          ))}
        </ul>
      )}
      {some && (
        <Text size="sm" c="dimmed">
          {estimatedReach > (sample ?? []).length ? t`For example ${some}` : some}
        </Text>
      )}
      <Text size="sm" mt="xs">
        {mails ? mailed(preview.mails) : t`No emails will be sent.`}
      </Text>
    </>
  )
}

function nameOf(type: string, names: Props['names']) {
  if (type === '') return t`Selected students`
  const label = groupLabels[type]
  return label ? t(label) : (names.get(type) ?? type)
}
