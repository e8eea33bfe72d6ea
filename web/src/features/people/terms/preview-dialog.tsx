import { t } from '@lingui/core/macro'
import { Title } from '@mantine/core'

import { Dialog } from '@/shared/dialog'
import { RichText } from '@/shared/rich-text'

import type { LegalText } from './api'

/** A draft as its readers would see it. */
export function PreviewDialog({ text, onClose }: { text: LegalText; onClose: () => void }) {
  return (
    <Dialog title={t`Preview`} size="xl" closeLabel={t`Close`} onClose={onClose}>
      <article lang={text.language}>
        <Title order={3} mb="md">
          {text.title}
        </Title>
        <RichText html={text.body} />
      </article>
    </Dialog>
  )
}
