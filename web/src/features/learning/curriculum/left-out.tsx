import { t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'

import type { Schema } from '@/api/client'
import { keptText } from '@/api/problem-text'

import classes from './left-out.module.css'

/** What an import left out or changed, with the reasons. */
export function LeftOut({ left }: { left: Schema<'LeftOut'>[] }) {
  if (left.length === 0) return null
  const lines = new Set(left.map(({ title, reason }) => `${nameOf(title)}: ${keptText(reason)}`))
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

/** What was left out has the title that authors gave it; what has none is named by the server, in English. */
function nameOf(title: string): string {
  if (title === 'Course settings') return t`Course settings`
  if (title === 'Files') return t`Files`
  return title
    .replace(/^Question bank\b/, () => t`Question bank`)
    .replace(/\bQuestion (\d+)$/, (_, number: string) => t`Question ${number}`)
}
