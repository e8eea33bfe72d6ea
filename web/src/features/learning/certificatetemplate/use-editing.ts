import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { isStale } from '@/shared/base-version'
import { toast } from '@/shared/toasts'

import { type Template, type TemplateEdit, templateQuery, useSave } from './api'
import { useHistory } from './use-history'

const editOf = ({ name, language, layout }: Template): TemplateEdit => ({ name, language, layout })

/** The edit of a template, with undo, until it is saved or discarded. */
export function useEditing(loaded: Template) {
  const client = useQueryClient()
  const [base, setBase] = useState(() => ({ edit: editOf(loaded), version: loaded.version }))
  const history = useHistory(base.edit)
  const save = useSave(loaded.id)
  const [theirs, setTheirs] = useState<Template>()
  /** Begins from what the server has now; `edit` is that as it stands here, where its members may have another order. */
  const take = (saved: Template, edit: TemplateEdit) => {
    setBase({ edit, version: saved.version })
    setTheirs(undefined)
    client.setQueryData(templateQuery(saved.id).queryKey, saved)
  }
  const saveOver = (version: number) => {
    const sent = history.now
    save.mutate(
      { ...sent, version },
      {
        onSuccess: (saved) => {
          take(saved, sent)
          toast(t`Template saved.`)
        },
        onError: async (error) => {
          if (isStale(error)) setTheirs(await client.fetchQuery({ ...templateQuery(loaded.id), staleTime: 0 }))
        },
      },
    )
  }
  return {
    ...history,
    isDirty: JSON.stringify(history.now) !== JSON.stringify(base.edit),
    isSaving: save.isPending,
    error: theirs ? null : save.error,
    /** What another administrator has saved since then. */
    theirs,
    save: () => saveOver(base.version),
    /** Saves over what the other one has saved. */
    keepMine: () => theirs && saveOver(theirs.version),
    useTheirs: () => {
      if (!theirs) return
      const edit = editOf(theirs)
      save.reset()
      take(theirs, edit)
      history.begin(edit)
    },
  }
}

export type Editing = ReturnType<typeof useEditing>
