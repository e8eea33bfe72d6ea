// What the editors of lessons have in common. The builder mounts them; the features of the lessons bring them.
import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

export type LessonEditorProps = {
  courseId: string
  lessonId: string
  /** As the API has it; undefined for a lesson without content. */
  content: unknown
  /** Takes the content as it is now. The builder saves it. */
  onChange: (content: unknown) => void
  /** What the server refused, by field: `content.url`. */
  errors: Record<string, string>
}

/** What a part of a form of settings is given. */
export type SettingsPart<S> = { settings: S; change: (next: Partial<S>) => void }

/** Settings that are edited as a form: each change is passed on once the whole can be saved. */
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

/** The fields of an editor, below what the server refused about them. */
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
