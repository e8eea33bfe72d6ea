import { t } from '@lingui/core/macro'
import { Button, FileButton, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { DropArea } from './drop-area'
import classes from './file-drop.module.css'

type Props = {
  /** The accessible name of the area. */
  label: string
  icon: ReactNode
  prompt: ReactNode
  /** What a file may be, and what happens with it. */
  hint: ReactNode
  /** The accessible name of the field. */
  field: string
  /** The types that the browser offers. */
  accept: string
  isPending: boolean
  /** Whether a file was chosen before. */
  isChosen: boolean
  onFile: (file: File) => void
}

/** A large area that takes one file: dropped, or chosen by its button. */
export function FileDrop({ label, icon, prompt, hint, field, accept, isPending, isChosen, onFile }: Props) {
  const take = (file: File | null | undefined) => file && onFile(file)
  return (
    <DropArea label={label} className={classes.drop} onFiles={([file]) => take(file)}>
      {icon}
      <Text>{prompt}</Text>
      <FileButton onChange={take} accept={accept} inputProps={{ 'aria-label': field }}>
        {(button) => (
          <Button {...button} variant={isChosen ? 'default' : 'filled'} loading={isPending}>
            {isChosen ? t`Choose another file` : t`Choose file`}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </DropArea>
  )
}
