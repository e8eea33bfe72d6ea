import { plural, t } from '@lingui/core/macro'
import { NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type SeatPool, useAssignSeats } from './api'
import { CourseChoice } from './course-choice'
import { addressesIn } from './invite-dialog'

/** What a pool is called: its courses. */
export const poolName = ({ courses, course_ids }: Pick<SeatPool, 'courses' | 'course_ids'>) =>
  course_ids.length === 0 ? t`All courses` : courses.map(({ title }) => title).join(', ')

type Props = { companyId: string; pools: SeatPool[]; onClose: () => void }

/** Assigns seats to people by their addresses. */
export function AssignDialog({ companyId, pools, onClose }: Props) {
  const assign = useAssignSeats(companyId)
  const form = useForm({ initialValues: { poolId: pools[0]?.id ?? '', course: '', typed: '' } })
  const errors = fieldErrors(assign.error)
  const { poolId, typed } = form.values
  const pool = pools.find(({ id }) => id === poolId)
  const course = form.values.course || (pool?.courses.length === 1 ? (pool.courses[0]?.id ?? '') : '')
  const emails = addressesIn(typed)
  const submit = form.onSubmit(() =>
    assign.mutate(
      { poolId, course_id: course, emails },
      {
        onSuccess: ({ seated, offered }) => {
          const assigned = seated + offered
          toast(
            assigned > 0
              ? plural(assigned, { one: '# seat assigned.', other: '# seats assigned.' })
              : t`They have a seat in this course already.`,
          )
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t`Assign seats`}
      submit={t`Assign seats`}
      onClose={onClose}
      onSubmit={submit}
      mutation={assign}
      fields={['course_id', 'emails']}
    >
      {pools.length > 1 && (
        <NativeSelect
          label={t`From`}
          data={pools.map((p) => ({ value: p.id, label: t`${poolName(p)} (${p.total - p.taken} free)` }))}
          {...form.getInputProps('poolId')}
          onChange={(event) => form.setValues({ poolId: event.currentTarget.value, course: '' })}
        />
      )}
      <CourseChoice
        among={pool?.courses ?? []}
        value={course}
        onChange={(id) => form.setFieldValue('course', id)}
        error={errors.course_id}
      />
      <Textarea
        required
        label={t`Email addresses`}
        description={t`People who don't belong to the company yet are invited.`}
        rows={4}
        {...form.getInputProps('typed')}
        error={errors.emails}
      />
    </FormDialog>
  )
}
