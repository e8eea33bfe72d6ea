import { t } from '@lingui/core/macro'
import { Alert, List, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

import { fieldErrors } from '@/api/client'
import { points as figure } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import type { Layout, Problem } from './api'
import { nameOf } from './kinds'

type Props = {
  error: Error | null
  problems: readonly Problem[]
  layout: Layout
  onSelect: (id: string) => void
}

/** What the preview can't show as it should. */
export function Problems({ error, problems, layout, onSelect }: Props) {
  const named = problems.flatMap((problem) => {
    const element = layout.elements.find(({ id }) => id === problem.element_id)
    return element ? [{ problem, name: nameOf(element) }] : []
  })
  if (error) return <Failure error={error} />
  if (named.length === 0) return null
  return (
    <Alert color="apricot" icon={<IconAlertTriangle />} title={t`Check these elements`} mt="md">
      <List size="sm">
        {named.map(({ problem, name }) => (
          <List.Item key={`${problem.element_id} ${problem.kind}`}>
            <UnstyledButton fz="sm" td="underline" onClick={() => onSelect(problem.element_id)}>
              {said(problem, name)}
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function said({ kind, character, points }: Problem, name: string): string {
  const size = figure(points)
  switch (kind) {
    case 'unprintable':
      return t`${name}: no font has the character “${character}”.`
    case 'shrunk':
      return t`${name}: set in ${size} pt, because there is not enough room.`
    case 'cut':
      return t`${name}: cut off, because there is not enough room even in ${size} pt.`
  }
}

/** Why the elements of a layout were refused, each by its name. */
export function Refusals({ error, layout }: { error: Error | null; layout: Layout }) {
  const about = Object.entries(fieldErrors(error)).filter(([field]) => field.startsWith('layout'))
  if (about.length === 0) return null
  return (
    <List size="sm">
      {about.map(([field, message]) => {
        const element = layout.elements[Number(/\[(\d+)\]/.exec(field)?.[1] ?? -1)]
        return <List.Item key={field}>{element ? `${nameOf(element)}: ${message}` : message}</List.Item>
      })}
    </List>
  )
}
