import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { type PublicationState, publicationQuery, useUndoPublication } from './publication-api'

const PublishCourseDialog = lazy(() =>
  import('./publish-course-dialog').then((m) => ({ default: m.PublishCourseDialog })),
)

/** Whether learners see all of the course as it is: there is nothing to publish. */
const isUpToDate = ({ status, draft }: PublicationState) => status === 'Published' && !draft.changed

/** Publishes a course: its curriculum and its place in the catalogue, after one checklist. */
export function CoursePublish({ courseId, ...style }: { courseId: string } & Pick<ButtonProps, 'size'>) {
  const state = useQuery(publicationQuery(courseId)).data
  const [open, setOpen] = useState(false)
  const undo = useUndoPublication(courseId, () => setOpen(true)) // the dialog says why it failed
  if (state?.status === 'archived') return null
  const upToDate = state !== undefined && isUpToDate(state)
  return (
    <>
      <Button
        {...style}
        variant={upToDate ? 'default' : 'filled'}
        leftSection={upToDate ? <IconCheck size={18} /> : undefined}
        disabled={!state}
        onClick={() => setOpen(true)}
      >
        {label(state, upToDate)}
      </Button>
      {open && state && (
        <Suspense>
          <PublishCourseDialog {...{ courseId, state, undo }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function label(state: PublicationState | undefined, upToDate: boolean) {
  if (upToDate) return t`Published`
  return state?.status === 'Published' && state.version > 0 ? t`Publish changes` : t`Publish`
}
