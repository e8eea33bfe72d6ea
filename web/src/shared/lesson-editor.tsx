// What the editors of lessons share. The builder mounts them; features provide them.
import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

export type LessonEditorProps = {
  courseId: string
  lessonId: string
  /** The content as in the API; undefined for a lesson without one. */
  content: unknown
  /** Called with the new content, which the builder saves. */
  onChange: (content: unknown) => void
  /** The server's error messages by field: `content.url`. */
  errors: Record<string, string>
  /**
   * Runs an operation that changes the stored lesson by itself: once what was typed is saved, and with the revision of
   * the lesson. The editor shows what the operation has changed by `adopt`.
   */
  perform: Perform
}

/** Rejects if what was typed before cannot be saved, or if the operation is refused. */
export type Perform = <T extends { revision: number }>(operation: (revision: number) => Promise<T>) => Promise<T>

/** The props of a part of a settings form. */
export type SettingsPart<S> = { settings: S; change: (next: Partial<S>) => void }

/** Settings edited in a form: each change is passed on once the whole is complete. */
export function useLessonSettings<S extends object>(
  initial: () => S,
  /** Undefined while something is incomplete. */
  toContent: (settings: S) => object | undefined,
  onChange: (content: unknown) => void,
): SettingsPart<S> & {
  /** Shows what the server has stored already. */
  adopt: (stored: Partial<S>) => void
} {
  const [settings, setSettings] = useState(initial)
  const change = (next: Partial<S>) => {
    const changed = { ...settings, ...next }
    setSettings(changed)
    const content = toContent(changed)
    if (content) onChange(content)
  }
  const adopt = (stored: Partial<S>) => setSettings((before) => ({ ...before, ...stored }))
  return { settings, change, adopt }
}

/** The fields of an editor, below the server's error messages. */
export function LessonEditor({ errors, children }: Pick<LessonEditorProps, 'errors'> & { children: ReactNode }) {
  const refused = Object.entries(errors).filter(([field]) => field.startsWith('content'))
  return (
    <Stack>
      {refused.map(([field, message]) => (
        <Text key={field} size="sm" c="var(--mantine-color-error)" role="alert">
          {message}
        </Text>
      ))}
      {children}
    </Stack>
  )
}
