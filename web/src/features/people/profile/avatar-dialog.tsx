import { t } from '@lingui/core/macro'

import { CropDialog } from '@/shared/crop-dialog'
import { toast } from '@/shared/toasts'

import { useSetAvatar } from './api'

const square = { aspect: 1, least: 16 }

/** Crops a picture to a square and makes it the user's avatar. */
export function AvatarDialog({ file, onDone }: { file: File; onDone: () => void }) {
  const save = useSetAvatar()
  return (
    <CropDialog
      title={t`Crop picture`}
      file={file}
      frame={square}
      round
      error={save.error}
      saving={save.isPending}
      onUse={({ x, y, width }) =>
        save.mutate(
          { file, square: { x, y, side: width } },
          {
            onSuccess: () => {
              toast(t`Picture saved.`)
              onDone()
            },
          },
        )
      }
      onClose={onDone}
    />
  )
}
