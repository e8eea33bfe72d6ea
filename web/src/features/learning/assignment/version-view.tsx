import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { ComponentType } from 'react'

import { bytes, points } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { RichText } from '@/shared/rich-text'

import type { Grade, SubmissionFile, SubmissionVersion } from './api'

type Props = {
  version: SubmissionVersion
  /** How its files are shown; by default as links. */
  fileView?: ComponentType<{ file: SubmissionFile }>
}

/** One handed-in version. */
export function VersionView({ version, fileView: FileView = FileLink }: Props) {
  const { number, penalty_percent: penalty } = version
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <Text size="sm" c="dimmed">
          <Trans>
            Version {number}, <Moment at={version.submitted_at} />
          </Trans>
        </Text>
        {version.late && <Badge color="apricot">{penalty > 0 ? t`Late: ${penalty}% deducted` : t`Late`}</Badge>}
      </Group>
      {version.text && <RichText html={version.text} format={version.format} />}
      {version.link && (
        <Anchor href={version.link} target="_blank" rel="noreferrer nofollow" style={{ overflowWrap: 'anywhere' }}>
          {version.link}
        </Anchor>
      )}
      <Stack gap="sm" mt="xs">
        {version.files.map((file) => (
          <FileView key={file.id} file={file} />
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
  const { possible, percent, penalty_percent: penalty } = grade
  const earned = points(grade.earned)
  return (
    <Paper withBorder p="md">
      <Text fw={700} size="lg">
        <Plural
          value={possible}
          one={`${earned} of # point (${percent}%)`}
          other={`${earned} of # points (${percent}%)`}
        />
      </Text>
      {penalty > 0 && (
        <Text size="sm">
          <Trans>{penalty}% was deducted because it was late.</Trans>
        </Text>
      )}
      <Stack gap="xs" mt="sm">
        {grade.criteria.map(({ ref, title, points: most }) => {
          const mark = grade.marks.find((m) => m.ref === ref)
          const given = mark ? points(mark.points) : '–'
          return (
            <div key={ref}>
              <Text size="sm">
                <Trans>
                  <strong>{title}:</strong> {given} of {most}
                </Trans>
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
        <div style={{ marginBlockStart: '0.75rem' }}>
          <RichText html={grade.comment} format={grade.format ?? 'plain'} />
        </div>
      )}
    </Paper>
  )
}
