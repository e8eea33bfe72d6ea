import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'

type Props = {
  /** What the list is filtered by, such as "By Ann Lee". */
  text: string
  onClear: () => void
}

/** A filter that is set by a link in the list and has no field; a click removes it. */
export function FilterChip({ text, onClear }: Props) {
  return (
    <Button variant="light" h={42} onClick={onClear} aria-label={t`Remove filter: ${text}`}>
      {text} ✕
    </Button>
  )
}
