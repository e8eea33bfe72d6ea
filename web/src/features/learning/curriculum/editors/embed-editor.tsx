import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { LessonEditorProps } from '@/shared/lesson-editor'
import { addressOf } from '../content'
import classes from './editors.module.css'

/** An external page in a frame. The server allows certain hosts only. */
export function EmbedEditor({ content, onChange, errors }: LessonEditorProps) {
  const stored = addressOf(content)
  const [typed, setTyped] = useState(stored)
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onChange({ url: typed.trim() })
        }}
      >
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            type="url"
            label={t`Page address`}
            description={t`Supported: YouTube, Vimeo, Loom, Google Docs, GeoGebra, Desmos, PhET, Figma, CodePen and the Internet Archive.`}
            placeholder="https://www.youtube.com/watch?v=…"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={errors['content.url']}
          />
          <Button type="submit" h={42} disabled={!typed.trim() || typed.trim() === stored}>
            <Trans>Embed page</Trans>
          </Button>
        </Group>
      </form>
      {stored && !errors['content.url'] ? (
        <iframe
          className={classes.frame}
          src={stored}
          title={t`Embedded page as learners see it`}
          sandbox={'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation'}
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
          loading="lazy"
        />
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>The page appears here once you embed it.</Trans>
        </Text>
      )}
    </Stack>
  )
}
