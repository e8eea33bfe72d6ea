import { t } from '@lingui/core/macro'
import { Alert, List, Text, Tooltip } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'

import { serverText } from '@/api/problem-text'

import type { Issue } from './api'
import { useBuilder } from './builder'
import classes from './outline.module.css'

const signs = { error: IconAlertCircle, warning: IconAlertTriangle }

/** What is not written yet is not a mistake: it prevents publishing, but is not shown as an error while the lesson is being written. */
const notYetWritten = ['lesson_empty', 'section_empty']

/** The problems that show while the draft is written; the others show when it is to be published. */
export const mistakes = (issues: Issue[]) => issues.filter(({ code }) => !notYetWritten.includes(code))

/** The problems of a lesson, or of a section itself, shown beside it. */
export function IssueSign({ lessonId, sectionId }: { lessonId?: string; sectionId?: string }) {
  const { issues } = useBuilder()
  const mine = mistakes(issues).filter((i) =>
    lessonId ? i.lesson_id === lessonId : i.section_id === sectionId && !i.lesson_id,
  )
  const worst = mine.find((i) => i.severity === 'error') ?? mine[0]
  if (!worst) return null
  const Icon = signs[worst.severity]
  const text = mine.map((i) => serverText(i.code, i.message)).join(' ')
  return (
    <Tooltip label={text} multiline maw={280}>
      <Icon size={20} className={classes.sign} data-severity={worst.severity} role="img" aria-label={text} />
    </Tooltip>
  )
}

/** Problems of the draft, with links to where they are. */
export function Issues({ issues, onOpen }: { issues: Issue[]; onOpen: (lessonId: string) => void }) {
  if (issues.length === 0) return null
  const serious = issues.filter((i) => i.severity === 'error')
  return (
    <Alert
      color={serious.length > 0 ? 'red' : 'apricot'}
      icon={<IconAlertTriangle />}
      title={serious.length > 0 ? t`Fix before publishing` : t`Check before publishing`}
    >
      <List size="sm" spacing={4}>
        {issues.map((issue) => (
          <List.Item key={`${issue.code} ${issue.section_id} ${issue.lesson_id}`}>
            <Place issue={issue} onOpen={onOpen} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Place({ issue, onOpen }: { issue: Issue; onOpen: (lessonId: string) => void }) {
  const { lesson_id } = issue
  const message = serverText(issue.code, issue.message)
  if (!lesson_id) return <Text size="sm">{message}</Text>
  return (
    <button type="button" className={classes.way} onClick={() => onOpen(lesson_id)}>
      {message}
    </button>
  )
}
