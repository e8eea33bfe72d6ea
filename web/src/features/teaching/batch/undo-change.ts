import { t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { toast } from '@/shared/toasts'
import { useUndoChange } from './sessions-api'

/** Says that sessions of a batch were changed, and offers to undo it, with emails if the change sent some. */
export function useChangeToast(batchId: string) {
  const undo = useUndoChange(batchId)
  return (text: string, { change_id: changeId }: Schema<'ChangedSessions'>, emails: boolean) => {
    if (!changeId) return toast(text)
    // Not by a callback of the mutation: those are not called when the dialog that changed the sessions is closed.
    const act = () =>
      undo.mutateAsync({ changeId, emails }).then(
        () => toast(t`Change undone.`),
        (error: Error) => toast(t`The change can't be undone: ${error.message}`),
      )
    toast(text, { label: t`Undo`, act: () => void act() })
  }
}
