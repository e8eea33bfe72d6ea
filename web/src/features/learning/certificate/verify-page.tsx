import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Container, Group, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconCertificate, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { dated, list, percent, toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'

import { type Verification, verificationQuery } from './api'
import { CompareFile } from './compare-file'
import { causes } from './state'
import classes from './verify-page.module.css'

/** Everybody checks a certificate here, by its code. */
export function VerifyPage({ code, onCode }: { code: string | undefined; onCode: (code: string) => void }) {
  return (
    <Container size={760} pt="lg">
      <meta name="robots" content="noindex" />
      <PageTitle title={code ? t`Certificate` : t`Check a certificate`} mb="md" />
      {code ? <Checked key={code} code={code} onCode={onCode} /> : <CodeForm onCode={onCode} />}
    </Container>
  )
}

function CodeForm({ initial = '', onCode }: { initial?: string; onCode: (code: string) => void }) {
  const form = useForm({ initialValues: { code: initial } })
  return (
    <form
      aria-label={t`Check a certificate`}
      onSubmit={form.onSubmit(({ code }) => {
        if (code.trim()) onCode(code.trim().toUpperCase())
      })}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t`Code`}
          description={t`The 13 characters on the certificate, such as 7Q2M-9XKD-4TWB-H.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          style={{ flex: '1 1 260px' }}
          {...form.getInputProps('code')}
        />
        <Button type="submit">
          <Trans>Check certificate</Trans>
        </Button>
      </Group>
    </form>
  )
}

function Checked({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const found = useQuery(verificationQuery(code))
  if (found.error && !found.data) {
    return (
      <Stack>
        <Failure error={found.error} />
        <CodeForm initial={code} onCode={onCode} />
      </Stack>
    )
  }
  return (
    <QueryView query={found} skeleton={<Skeleton height={420} radius="lg" />}>
      {(certificate) => (
        <Stack gap="lg">
          <Validity certificate={certificate} />
          {certificate.cause !== 'withdrawn' && (
            <>
              <Facts certificate={certificate} />
              <CompareFile sha256={certificate.pdf_sha256} />
            </>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

/** Whether the certificate is valid, and since when it is not. */
function Validity({ certificate }: { certificate: Verification }) {
  const { status, cause, ended, facts, issuer, replaced_by: next } = certificate
  const on = ended ? toDay(ended) : ''
  const until = facts.valid_until && dated(facts.valid_until)
  switch (status) {
    case 'issued':
      return (
        <Alert role="status" color="evergreen" icon={<IconCertificate />} title={t`This certificate is valid`}>
          <Trans>{issuer} has issued it. It says what you see below.</Trans>
        </Alert>
      )
    case 'expired':
      return (
        <Alert role="status" color="apricot" icon={<IconClock />} title={t`This certificate has expired`}>
          <Trans>It was valid until {until}.</Trans>
        </Alert>
      )
    case 'superseded':
      return (
        <Alert role="status" color="gray" icon={<IconClock />} title={t`This certificate was replaced`}>
          <Trans>
            On {on}, another was issued in its place:{' '}
            <TextLink to="/verify/$code" params={{ code: next }}>
              {next}
            </TextLink>
          </Trans>
        </Alert>
      )
    default:
      return (
        <Alert role="status" color="red" icon={<IconAlertTriangle />} title={t`This certificate was revoked`}>
          <Trans>It has not been valid since {on}.</Trans> {cause && t(causes[cause])}.
        </Alert>
      )
  }
}

/** Everything that the paper says, in the order in which it says it. */
function Facts({ certificate }: { certificate: Verification }) {
  const { name, course, issuer, code, facts, hidden, texts } = certificate
  const notShown = (figure: 'score' | 'hours', text: string) =>
    hidden.includes(figure) ? t`Not shown by the holder` : text
  const said: [string, string][] = [
    [t`Name`, name],
    [t`Course`, course],
    [t`Completed on`, facts.completed_on && dated(facts.completed_on)],
    [t`Score`, notShown('score', facts.score === null ? '' : percent(facts.score))],
    [t`Hours of learning`, notShown('hours', facts.hours ? `${facts.hours}` : '')],
    [t`Taught by`, list(facts.instructors)],
    [t`Signed by`, facts.signatory],
    [t`Issued by`, issuer],
    [t`Issued on`, facts.issued_on && dated(facts.issued_on)],
    [t`Valid until`, facts.valid_until && dated(facts.valid_until)],
    [t`Code`, code],
    [t`Also printed on it`, texts.join('\n')],
  ]
  return (
    <Paper withBorder p="lg" radius="lg" bg="var(--card)">
      <dl className={classes.facts}>
        {said
          .filter(([, text]) => text)
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        {hidden.length > 0 ? (
          <Trans>
            If a copy of the certificate says anything else, it was changed. Check what the holder doesn't show by
            comparing the file.
          </Trans>
        ) : (
          <Trans>If a copy of the certificate says anything else, it was changed.</Trans>
        )}
      </Text>
    </Paper>
  )
}
