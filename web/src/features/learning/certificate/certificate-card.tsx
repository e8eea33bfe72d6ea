import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconBrandLinkedin, IconDownload, IconExternalLink, IconShare } from '@tabler/icons-react'
import { useState } from 'react'

import { dated } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Certificate, useDownload, useDownloadBadge } from './api'
import { linkedInAddress } from './linked-in'
import { NameDialog } from './name-dialog'
import { ShownDialog } from './shown-dialog'
import { CertificateStatus } from './state'

/** A certificate of the user, to download and to share; `order` is the level of its heading. */
export function CertificateCard({ certificate, order = 2 }: { certificate: Certificate; order?: 2 | 3 }) {
  const { course_title: course, name, code, status, facts, reason, asked_name: asked, asked_answer: kept } = certificate
  const { issued_on: issued, valid_until: until } = facts
  const issuedOn = issued && dated(issued)
  const validUntil = until && dated(until)
  return (
    <Paper withBorder p="lg" bg="var(--card)" radius="lg" component="article" aria-label={course}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={order} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {course}
        </Title>
        <CertificateStatus status={status} />
      </Group>
      <Text mt={4}>{name}</Text>
      <Text c="dimmed" size="sm">
        {validUntil ? (
          <Trans>
            Issued {issuedOn}, valid until {validUntil} · {code}
          </Trans>
        ) : (
          <Trans>
            Issued {issuedOn} · {code}
          </Trans>
        )}
      </Text>
      {status === 'revoked' && reason && (
        <Text size="sm" mt="xs">
          <Trans>Reason: {reason}</Trans>
        </Text>
      )}
      {status === 'issued' && asked && (
        <Text size="sm" mt="xs">
          <Trans>You asked for the name “{asked}”. The school will issue the certificate again.</Trans>
        </Text>
      )}
      {status === 'issued' && kept && (
        <Text size="sm" mt="xs">
          <Trans>The school keeps the name: {kept}</Trans>
        </Text>
      )}
      <Actions certificate={certificate} />
    </Paper>
  )
}

function Actions({ certificate }: { certificate: Certificate }) {
  const { code, status, address, asked_at: asked, has_badge: hasBadge, facts } = certificate
  const [naming, setNaming] = useState(false)
  const [showing, setShowing] = useState(false)
  const download = useDownload(certificate)
  const badge = useDownloadBadge(certificate)
  return (
    <>
      {download.error && <Failure error={download.error} />}
      {badge.error && <Failure error={badge.error} />}
      <Group gap="sm" mt="md">
        <Button
          leftSection={<IconDownload size={18} />}
          loading={download.isPending}
          aria-label={t`Download ${code} as PDF`}
          onClick={() => download.mutate()}
        >
          <Trans>Download PDF</Trans>
        </Button>
        <TextLink to="/verify/$code" params={{ code }} size="sm">
          <Group gap={4} wrap="nowrap">
            <IconExternalLink size={16} aria-hidden />
            <Trans>Public page</Trans>
          </Group>
        </TextLink>
        {status === 'issued' && (
          <>
            <Button
              variant="default"
              leftSection={<IconShare size={18} />}
              aria-label={t`Copy the link to ${code}`}
              onClick={() => void navigator.clipboard.writeText(address).then(() => toast(t`Link copied.`))}
            >
              <Trans>Copy link</Trans>
            </Button>
            <Anchor href={linkedInAddress(certificate)} target="_blank" rel="noreferrer" size="sm">
              <Group gap={4} wrap="nowrap">
                <IconBrandLinkedin size={18} aria-hidden />
                <Trans>Add to LinkedIn</Trans>
              </Group>
            </Anchor>
            {hasBadge && (
              <Button
                variant="subtle"
                loading={badge.isPending}
                aria-label={t`Download ${code} as Open Badge`}
                onClick={() => badge.mutate()}
              >
                <Trans>Open Badge</Trans>
              </Button>
            )}
            {(facts.score !== null || facts.hours > 0) && (
              <Button
                variant="subtle"
                aria-label={t`Choose what the public page of ${code} shows`}
                onClick={() => setShowing(true)}
              >
                <Trans>What others see</Trans>
              </Button>
            )}
            {!asked && (
              <Button variant="subtle" aria-label={t`Correct the name on ${code}`} onClick={() => setNaming(true)}>
                <Trans>Correct name</Trans>
              </Button>
            )}
          </>
        )}
      </Group>
      {showing && <ShownDialog certificate={certificate} onClose={() => setShowing(false)} />}
      {naming && <NameDialog certificate={certificate} onClose={() => setNaming(false)} />}
    </>
  )
}
