import { Paper, Text, Title } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** What it is for, in a sentence. */
  lead?: string
  children: ReactNode
}

/** A part of the editor of a course that is saved by itself. */
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

/** Leaving with unsaved work asks first. */
export function useUnsaved(dirty: () => boolean) {
  useBlocker({
    shouldBlockFn: () => dirty() && !window.confirm('Leave this page? What you typed is not saved yet.'),
    enableBeforeUnload: dirty,
  })
}

/** Of what is wrong with a request, what stands beneath `root`, by the names of the form: `entries[0].date` is `entries.0.date`. */
export function inForm(errors: Record<string, string>, root = '') {
  return Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      (field.startsWith(`${root}.`) ? field.slice(root.length + 1) : field).replace(/\[(\d+)\]/g, '.$1'),
      text,
    ]),
  )
}
