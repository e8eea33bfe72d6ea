import { msg, t } from '@lingui/core/macro'
import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core'

import { Choice } from '@/shared/choice'
import { regions } from '@/shared/named-choices'

import { salesGroup } from './api'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'
import { TaxRates } from './tax-rates'

const labels = {
  seller_name: msg`Seller name`,
  seller_address: msg`Seller address`,
  country: msg`Seller country`,
  region: msg`Seller state or province`,
  tax_id: msg`Seller tax number`,
  bank_account: msg`Account for bank transfers`,
  registered: msg`Charge taxes`,
  prices_include_tax: msg`Prices include taxes`,
  reverse_charge: msg`Reverse charge for companies in other EU countries`,
  refund_days: msg`Days to ask for a refund`,
  tax_rates: msg`Tax rates`,
}

const numbers = ['refund_days'] as const

const descriptions = {
  refund_days: msg`0 to 365, counted from the payment. In this time learners can ask for a refund, on which you decide. With 0 they can't ask here.`,
}

/** Who sells the courses, and which taxes are charged. */
export function SalesSettings() {
  return (
    <SettingsSection
      group={salesGroup}
      title={t`Sales and taxes`}
      lead={t`The seller is named on receipts. Receipts already issued and orders already placed don't change.`}
      labels={labels}
    >
      {(fields) => {
        const { form, fixed } = fields
        const field = (name: 'seller_name' | 'seller_address' | 'bank_account' | 'region' | 'tax_id') => ({
          label: t(labels[name]),
          readOnly: fixed(name),
          ...form.getInputProps(name),
        })
        const choice = (name: 'registered' | 'prices_include_tax' | 'reverse_charge') => ({
          label: t(labels[name]),
          disabled: fixed(name),
          ...form.getInputProps(name, { type: 'checkbox' }),
        })
        return (
          <>
            <TextInput {...field('seller_name')} description={t`Leave empty to use the name of the school.`} />
            <Textarea {...field('seller_address')} rows={3} />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Choice
                label={t(labels.country)}
                choices={regions}
                chosen=""
                disabled={fixed('country')}
                {...form.getInputProps('country')}
              />
              <TextInput {...field('region')} />
              <TextInput {...field('tax_id')} />
            </SimpleGrid>
            <Textarea
              {...field('bank_account')}
              description={t`Shown to buyers: account holder, IBAN, BIC. Leave empty to offer no bank transfers.`}
              size="md"
              rows={3}
            />
            <NumberFields names={numbers} labels={labels} descriptions={descriptions} {...fields} />
            <Checkbox
              {...choice('registered')}
              description={t`If the seller isn't registered for taxes, none are charged or shown.`}
            />
            {form.values.registered && (
              <>
                <Checkbox
                  {...choice('prices_include_tax')}
                  description={t`Otherwise taxes are added to the prices of courses.`}
                />
                <Checkbox
                  {...choice('reverse_charge')}
                  description={t`Companies that enter their VAT number owe the tax themselves, which receipts say. Only the form of the number is checked.`}
                />
                <TaxRates
                  label={t(labels.tax_rates)}
                  rates={form.values.tax_rates}
                  onChange={(rates) => form.setFieldValue('tax_rates', rates)}
                  error={form.errors.tax_rates}
                  readOnly={fixed('tax_rates')}
                />
              </>
            )}
          </>
        )
      }}
    </SettingsSection>
  )
}
