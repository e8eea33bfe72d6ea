import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { IconFileText, IconMessageQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

import type { Schema } from '@/api/client'

import type { Person } from './sender-form'

const CourseDialogs = lazy(() => import('./course-dialogs'))

type Props = { course: Schema<'CourseDetail'>; person: Person | undefined }

/** Buttons with which visitors ask about a course, or for its brochure where that comes by email. */
export function AskAboutCourse({ course, person }: Props) {
  const [open, setOpen] = useState<'question' | 'brochure'>()
  return (
    <Stack gap={4} mt="sm" align="stretch">
      {course.brochure && !course.brochure.address && (
        <Button
          variant="subtle"
          leftSection={<IconFileText size={18} aria-hidden="true" />}
          onClick={() => setOpen('brochure')}
        >
          <Trans>Request brochure</Trans>
        </Button>
      )}
      <Button
        variant="subtle"
        leftSection={<IconMessageQuestion size={18} aria-hidden="true" />}
        onClick={() => setOpen('question')}
      >
        <Trans>Ask about this course</Trans>
      </Button>
      {open && (
        <Suspense>
          <CourseDialogs what={open} course={course} person={person} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Stack>
  )
}
