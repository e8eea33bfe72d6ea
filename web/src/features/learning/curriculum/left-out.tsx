import { t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'

import type { Schema } from '@/api/client'
import { keptText } from '@/api/problem-text'

import classes from './left-out.module.css'

/** What an import left out or changed, with the reasons. */
export function LeftOut({ left }: { left: Schema<'LeftOut'>[] }) {
  if (left.length === 0) return null
  const lines = new Set(left.map((one) => `${nameOf(one)}: ${keptText(one.reason)}`))
  return (
    <Alert color="apricot" title={t`Left out or changed`}>
      <List size="sm" className={classes.lines}>
        {[...lines].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** What was left out has the title that its author gave it; what has none is named here. */
function nameOf({ title, part, name = '', number = 0 }: Schema<'LeftOut'>): string {
  switch (part) {
    case 'course_settings':
      return t`Course settings`
    case 'files':
      return t`Files`
    case 'package':
      return t`The package`
    case 'question_bank':
      return name ? t`Question bank: ${name}` : t`Question bank`
    case 'question':
      return `${name}: ${t`Question ${number}`}`
    default:
      return title
  }
}
