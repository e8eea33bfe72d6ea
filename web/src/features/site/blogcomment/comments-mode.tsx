import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'

import { toast } from '@/shared/toasts'

import { type CommentsMode as Mode, useSetMode } from './api'
import { modeLabels } from './labels'

const modes = ['', 'open', 'first_approved', 'all_approved', 'closed'] as const satisfies Mode[]

/** How a post takes comments. */
export function CommentsMode({ postId, mode }: { postId: string; mode: Mode }) {
  const save = useSetMode(postId)
  return (
    <NativeSelect
      label={t`Comments`}
      description={t`Comments that look like spam always need approval.`}
      disabled={save.isPending}
      value={save.isPending ? save.variables : mode}
      onChange={({ currentTarget: { value } }) =>
        save.mutate(modes.find((m) => m === value) ?? '', {
          onSuccess: () => toast(t`Saved.`),
          onError: ({ message }) => toast(message),
        })
      }
      data={modes.map((value) => ({ value, label: t(modeLabels[value]) }))}
    />
  )
}
