import { t } from '@lingui/core/macro'
import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { fromField } from '@/shared/local-time'
import { toast } from '@/shared/toasts'

import { useAddPool } from './api'
import { type Course, CourseChoices } from './course-choice'

type Values = {
  courses: Course[]
  total: number | string
  endsAt: string
  swapDays: number | string
  swaps: number | string
  note: string
}

const empty: Values = { courses: [], total: 10, endsAt: '', swapDays: 14, swaps: 2, note: '' }

/** Grants seats to a company, for administrators. */
export function PoolDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const add = useAddPool(companyId)
  const form = useForm({ initialValues: empty })
  const errors = fieldErrors(add.error)
  const submit = form.onSubmit(({ courses, total, endsAt, swapDays, swaps, note }) => {
    const ends_at = fromField(endsAt)
    const body = {
      course_ids: courses.map(({ id }) => id),
      total: Number(total),
      swap_days: Number(swapDays),
      swaps: Number(swaps),
      note,
      ...(ends_at && { ends_at }),
    }
    add.mutate(body, {
      onSuccess: () => {
        toast(t`Seats granted.`)
        onClose()
      },
    })
  })
  const count = { min: 0, allowDecimal: false, hideControls: true }
  return (
    <FormDialog
      title={t`Grant seats`}
      submit={t`Grant seats`}
      onClose={onClose}
      onSubmit={submit}
      mutation={add}
      fields={['total', 'course_ids', 'ends_at', 'swap_days', 'swaps', 'note']}
    >
      <CourseChoices
        chosen={form.values.courses}
        onChange={(courses) => form.setFieldValue('courses', courses)}
        error={errors.course_ids}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput required label={t`Seats`} {...count} {...form.getInputProps('total')} error={errors.total} />
        <TextInput type="datetime-local" label={t`End`} {...form.getInputProps('endsAt')} error={errors.ends_at} />
        <NumberInput
          label={t`Swaps`}
          description={t`How many seats can move to another person.`}
          {...count}
          {...form.getInputProps('swaps')}
          error={errors.swaps}
        />
        <NumberInput
          label={t`Days to swap`}
          description={t`After a seat was taken.`}
          {...count}
          {...form.getInputProps('swapDays')}
          error={errors.swap_days}
        />
      </SimpleGrid>
      <TextInput
        label={t`Note`}
        description={t`Managers of the company see this.`}
        {...form.getInputProps('note')}
        error={errors.note}
      />
    </FormDialog>
  )
}
