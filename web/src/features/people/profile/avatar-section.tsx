import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar, Button, FileButton, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'

import { initials } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Profile, useRemoveAvatar } from './api'
import { AvatarDialog } from './avatar-dialog'
import { Section } from './section'

/** Chooses, crops and removes the user's avatar. */
export function AvatarSection({ profile: { avatar, fullName } }: { profile: Profile }) {
  const [file, setFile] = useState<File | null>(null)
  const reset = useRef<() => void>(null)
  const remove = useRemoveAvatar()
  const done = () => {
    setFile(null)
    reset.current?.() // so that the same file can be chosen again
  }

  return (
    <Section
      id="picture"
      title={t`Profile picture`}
      lead={t`Shown next to your name. JPEG, PNG, WebP or GIF, at most 5 MB.`}
    >
      {remove.error && <Failure error={remove.error} />}
      <Group gap="lg">
        <Avatar src={avatar?.large ?? null} alt={avatar ? t`Your picture` : ''} size={96} color="school">
          {initials(fullName)}
        </Avatar>
        <Group gap="sm">
          <FileButton resetRef={reset} onChange={setFile} accept="image/jpeg,image/png,image/webp,image/gif">
            {(props) => (
              <Button {...props} variant="default">
                {avatar ? t`Choose another picture` : t`Choose picture`}
              </Button>
            )}
          </FileButton>
          {avatar && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: () => toast(t`Picture removed.`) })}
            >
              <Trans>Remove picture</Trans>
            </Button>
          )}
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        <Trans>Location and camera details are removed from the file.</Trans>
      </Text>
      {file && <AvatarDialog file={file} onDone={done} />}
    </Section>
  )
}
