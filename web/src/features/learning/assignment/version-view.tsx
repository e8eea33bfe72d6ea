import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'

import { bytes } from '@/shared/format'
import { Moment } from '@/shared/moment'

import type { Grade, SubmissionFile, SubmissionVersion } from './api'

/** One handed-in version. */
export function VersionView({ version }: { version: SubmissionVersion }) {
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <Text size="sm" c="dimmed">
          <Trans>
            Version {version.number}, <Moment at={version.submitted_at} />
          </Trans>
        </Text>
        {version.late && (
          <Badge color="apricot">
            {version.penalty_percent > 0 ? t`Late: ${version.penalty_percent}% off` : t`Late`}
          </Badge>
        )}
      </Group>
      {version.text && <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{version.text}</Text>}
      {version.link && (
        <Anchor href={version.link} target="_blank" rel="noreferrer nofollow" style={{ overflowWrap: 'anywhere' }}>
          {version.link}
        </Anchor>
      )}
      <Stack gap={4} mt="xs">
        {version.files.map((file) => (
          <FileLink key={file.id} file={file} />
        ))}
      </Stack>
    </Paper>
  )
}

export function FileLink({ file }: { file: SubmissionFile }) {
  return (
    <Group gap={6} wrap="nowrap">
      <IconPaperclip size={16} aria-hidden="true" />
      <Anchor href={file.address} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Anchor>
      <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
        {bytes(file.size)}
      </Text>
    </Group>
  )
}

/** A returned grade, criterion by criterion. */
export function GradeView({ grade }: { grade: Grade }) {
  return (
    <Paper withBorder p="md">
      <Text fw={700} size="lg">
        <Trans>
          {grade.earned} of {grade.possible} points ({grade.percent}%)
        </Trans>
      </Text>
      {grade.penalty_percent > 0 && (
        <Text size="sm">
          <Trans>{grade.penalty_percent}% was taken off for being late.</Trans>
        </Text>
      )}
      <Stack gap="xs" mt="sm">
        {grade.criteria.map(({ ref, title, points }) => {
          const mark = grade.marks.find((m) => m.ref === ref)
          return (
            <div key={ref}>
              <Text size="sm">
                <strong>{title}:</strong> {mark ? mark.points : '–'} <Trans>of {points}</Trans>
              </Text>
              {mark?.comment && (
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  {mark.comment}
                </Text>
              )}
            </div>
          )
        })}
      </Stack>
      {grade.comment && (
        <Text mt="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {grade.comment}
        </Text>
      )}
    </Paper>
  )
}
