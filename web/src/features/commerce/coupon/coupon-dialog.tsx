import { t } from '@lingui/core/macro'
import { Checkbox, NumberInput, SegmentedControl, SimpleGrid, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { Choice } from '@/shared/choice'
import { Dialog } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { amountField, separators } from '@/shared/money'
import { currencies, optional } from '@/shared/named-choices'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { couponQuery, useSaveCoupon } from './api'
import { type CouponValues, couponOf, newValues, valuesOf } from './coupon-values'
import { CoursesField } from './courses-field'

type Props = { onClose: () => void }

/** Adds a coupon. */
export const NewCouponDialog = ({ onClose }: Props) => <CouponForm initial={newValues} onClose={onClose} />

/** Changes a coupon as it is now. */
export function EditCouponDialog({ id, onClose }: Props & { id: string }) {
  const coupon = useQuery(couponQuery(id))
  if (!coupon.data) {
    return (
      <Dialog title={t`Edit coupon`} onClose={onClose}>
        <QueryView query={coupon} skeleton={<Skeleton height={480} />}>
          {() => null}
        </QueryView>
      </Dialog>
    )
  }
  const { value, tag } = coupon.data
  return <CouponForm key={tag} initial={valuesOf(value)} edited={{ id, tag }} onClose={onClose} />
}

type FormProps = Props & { initial: CouponValues; edited?: { id: string; tag: string } }

const fields = [
  'code',
  'rate_ppm',
  'amount',
  'currency',
  'course_ids',
  'min_total',
  'most',
  'most_each',
  'budget',
  'ends_at',
]

const optionalCurrencies = optional(currencies)

function CouponForm({ initial, edited, onClose }: FormProps) {
  const save = useSaveCoupon()
  const form = useForm({
    initialValues: initial,
    validate: {
      percent: (percent, { kind: of }) => (of === 'percent' && !Number(percent) ? t`Please enter a discount` : null),
      amount: (amount, { kind: of }) => (of === 'amount' && !Number(amount) ? t`Please enter an amount` : null),
    },
  })
  const { kind, currency, courses } = form.values
  const errors = fieldErrors(save.error)
  const submit = form.onSubmit((values) =>
    save.mutate(
      { body: couponOf(values), edited },
      {
        onSuccess: () => {
          toast(edited ? t`Coupon saved.` : t`Coupon added.`)
          onClose()
        },
      },
    ),
  )
  const amounts = amountField(currency)
  const counts = { min: 1, allowDecimal: false, placeholder: t`Unlimited` }
  return (
    <FormDialog
      title={edited ? t`Edit coupon` : t`Add coupon`}
      submit={edited ? t`Save changes` : t`Add coupon`}
      onClose={onClose}
      onSubmit={submit}
      mutation={save}
      fields={fields}
    >
      <TextInput
        required
        label={t`Code`}
        description={t`What buyers enter. Capital letters and spaces don't matter.`}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.getInputProps('code')}
        error={errors.code}
      />
      <SegmentedControl
        aria-label={t`Kind of discount`}
        data={[
          { value: 'percent', label: t`Percentage` },
          { value: 'amount', label: t`Fixed amount` },
        ]}
        {...form.getInputProps('kind')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {kind === 'percent' ? (
          <NumberInput
            required
            label={t`Discount`}
            min={0}
            max={100}
            decimalScale={4}
            suffix="%"
            hideControls
            {...separators()}
            {...form.getInputProps('percent')}
            error={errors.rate_ppm ?? form.errors.percent}
          />
        ) : (
          <NumberInput
            required
            label={t`Amount`}
            {...amounts}
            {...form.getInputProps('amount')}
            error={errors.amount ?? form.errors.amount}
          />
        )}
        <Choice
          label={t`Currency`}
          choices={optionalCurrencies}
          chosen={initial.currency}
          required={kind === 'amount'}
          {...form.getInputProps('currency')}
          error={errors.currency}
        />
        <NumberInput
          label={t`Minimum order`}
          {...amounts}
          {...form.getInputProps('minTotal')}
          error={errors.min_total}
        />
        <NumberInput label={t`Uses in total`} {...counts} {...form.getInputProps('most')} error={errors.most} />
        <NumberInput
          label={t`Uses per person`}
          {...counts}
          {...form.getInputProps('mostEach')}
          error={errors.most_each}
        />
        <NumberInput
          label={t`Budget`}
          description={t`Discounts of all orders together.`}
          placeholder={t`Unlimited`}
          {...amounts}
          {...form.getInputProps('budget')}
          error={errors.budget}
        />
      </SimpleGrid>
      <CoursesField
        chosen={courses}
        onChange={(next) => form.setFieldValue('courses', next)}
        error={errors.course_ids}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="datetime-local" label={t`Valid from`} {...form.getInputProps('startsAt')} />
        <TextInput
          type="datetime-local"
          label={t`Valid until`}
          {...form.getInputProps('endsAt')}
          error={errors.ends_at}
        />
      </SimpleGrid>
      <Checkbox
        label={t`Also for courses with an early-bird discount`}
        {...form.getInputProps('withEarlyBird', { type: 'checkbox' })}
      />
      <Checkbox label={t`Active`} {...form.getInputProps('active', { type: 'checkbox' })} />
      <Textarea
        label={t`Note`}
        description={t`Only administrators see it.`}
        rows={2}
        {...form.getInputProps('note')}
        error={errors.note}
      />
    </FormDialog>
  )
}
