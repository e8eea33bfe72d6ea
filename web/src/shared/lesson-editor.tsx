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
}

/** The props of a part of a settings form. */
export type SettingsPart<S> = { settings: S; change: (next: Partial<S>) => void }

/** Settings edited in a form: each change is passed on once the whole is complete. */
export function useLessonSettings<S extends object>(
  initial: () => S,
  /** Undefined while something is incomplete. */
  toContent: (settings: S) => object | undefined,
  onChange: (content: unknown) => void,
): SettingsPart<S> {
  const [settings, setSettings] = useState(initial)
  const change = (next: Partial<S>) => {
    const changed = { ...settings, ...next }
    setSettings(changed)
    const content = toContent(changed)
    if (content) onChange(content)
  }
  return { settings, change }
}

/** The fields of an editor, below the server's error messages. */
export function LessonEditor({ errors, children }: Pick<LessonEditorProps, 'errors'> & { children: ReactNode }) {
  const refused = Object.entries(errors).filter(([field]) => field.startsWith('content'))
  return (
    <Stack>
      {refused.map(([field, message]) => (
        <Text key={field} size="sm" c="red.9" role="alert">
          {message}
        </Text>
      ))}
      {children}
    </Stack>
  )
}
