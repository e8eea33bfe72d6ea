import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import classes from './outline.module.css'

type Props = {
  title: string
  /** Called on a click on the title; without it, a click renames. */
  onOpen?: () => void
  onRename: (title: string) => void
  editing: boolean
  onEditing: (editing: boolean) => void
  of: keyof typeof fieldLabels
  current?: boolean
}

const fieldLabels = { lesson: msg`Lesson title`, section: msg`Section title`, week: msg`Week title` }

/** A title that becomes a text field for renaming. Enter saves, Escape cancels. */
export function InlineTitle({ title, onOpen, onRename, editing, onEditing, of, current }: Props) {
  if (editing) return <Field title={title} of={of} onRename={onRename} onClose={() => onEditing(false)} />
  return (
    <UnstyledButton
      className={classes.title}
      aria-current={current ? 'true' : undefined}
      onClick={onOpen ?? (() => onEditing(true))}
      onDoubleClick={() => onEditing(true)}
      onKeyDown={(event) => event.key === 'F2' && onEditing(true)}
    >
      {title}
      {!onOpen && (
        <span className="visually-hidden">
          {' '}
          <Trans>(rename)</Trans>
        </span>
      )}
    </UnstyledButton>
  )
}

type FieldProps = { title: string; of: Props['of']; onRename: (title: string) => void; onClose: () => void }

function Field({ title, of, onRename, onClose }: FieldProps) {
  const [text, setText] = useState(title)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const keep = () => {
    const tidy = text.trim()
    if (tidy && tidy !== title) onRename(tidy)
    onClose()
  }
  return (
    <TextInput
      ref={input}
      size="sm"
      autoFocus
      className={classes.field}
      aria-label={t(fieldLabels[of])}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') onClose()
      }}
    />
  )
}
