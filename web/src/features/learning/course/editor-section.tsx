import { t } from '@lingui/core/macro'
import { Paper, Text, Title } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** Its purpose, in a sentence. */
  lead?: string
  children: ReactNode
}

/** A part of the course editor that is saved separately. */
export function EditorSection({ title, lead, children }: Props) {
  const id = useId()
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} mt="lg" bg="var(--card)" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mt={4}>
          {lead}
        </Text>
      )}
      {children}
    </Paper>
  )
}

/** Asks before leaving with unsaved work. */
export function useUnsaved(dirty: () => boolean) {
  useBlocker({
    shouldBlockFn: () => dirty() && !window.confirm(t`Leave this page? Your unsaved changes will be lost.`),
    enableBeforeUnload: dirty,
  })
}

/** Maps server errors beneath `root` to form fields: `entries[0].date` is `entries.0.date`. */
export function inForm(errors: Record<string, string>, root = '') {
  return Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      (field.startsWith(`${root}.`) ? field.slice(root.length + 1) : field).replace(/\[(\d+)\]/g, '.$1'),
      text,
    ]),
  )
}
