import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import type { DemoBooking } from './api'
import { coursesQuery, learnersQuery, useConvert, useUnconvert } from './staff-api'

type Props = { booking: DemoBooking; onClose: () => void }

const pause = 300 // milliseconds without typing before the search runs

/** Says which enrolment followed from a demo class, where the system couldn't know: who enrolled used another address, or took longer. */
export function ConvertDialog({ booking: { id, fullName, userId }, onClose }: Props) {
  const [learner, setLearner] = useState(userId ?? '')
  const [course, setCourse] = useState('')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const learners = useQuery(learnersQuery(search))
  const courses = useQuery({ ...coursesQuery(learner), enabled: learner !== '' })
  const convert = useConvert(id)
  const saved = () => {
    toast(t`Enrolment added.`)
    onClose()
  }
  return (
    <FormDialog
      title={t`Which enrolment followed from the demo class of ${fullName}?`}
      onClose={onClose}
      onSubmit={() => convert.mutate({ userId: learner, courseId: course }, { onSuccess: saved })}
      mutation={convert}
      submit={t`Add enrolment`}
      disabled={!learner || !course}
    >
      <Select
        label={t`Learner`}
        description={t`Enrolments within 60 days with the same account or email address are added automatically.`}
        searchable
        data={(learners.data ?? []).map((one) => ({ value: one.id, label: `${one.full_name} (${one.email})` }))}
        nothingFoundMessage={t`No learners found`}
        value={learner || null}
        onSearchChange={setTyped}
        onChange={(value) => {
          setLearner(value ?? '')
          setCourse('')
        }}
        error={learners.error?.message}
      />
      <Select
        label={t`Course`}
        data={(courses.data ?? []).map((one) => ({ value: one.course_id, label: one.title }))}
        nothingFoundMessage={t`No courses found`}
        disabled={!courses.data}
        value={course || null}
        onChange={(value) => setCourse(value ?? '')}
        error={courses.error?.message}
      />
    </FormDialog>
  )
}

export function UnconvertDialog({ booking: { id, fullName }, onClose }: Props) {
  const unconvert = useUnconvert(id)
  const saved = () => {
    toast(t`Enrolment removed.`)
    onClose()
  }
  return (
    <Confirm
      title={t`Remove the enrolment from the demo class of ${fullName}?`}
      text={t`The learner stays enrolled. It no longer counts as the result of this demo class.`}
      action={t`Remove enrolment`}
      pending={unconvert.isPending}
      error={unconvert.error}
      onClose={onClose}
      onConfirm={() => unconvert.mutate(undefined, { onSuccess: saved })}
    />
  )
}
