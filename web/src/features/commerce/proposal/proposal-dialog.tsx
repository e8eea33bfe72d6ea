import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Choice } from '@/shared/choice'
import { FormDialog } from '@/shared/form-dialog'
import { amountField, minorDigits, separators } from '@/shared/money'
import { currencies } from '@/shared/named-choices'
import { toast } from '@/shared/toasts'

import { type Proposal, useSaveProposal } from './api'

type Props = {
  leadId: string
  /** Absent: adds a version. */
  draft: Proposal | undefined
  /** With what the fields begin. */
  begin: Proposal | undefined
  onClose: () => void
}

/** A line as it is typed: the price in the main unit of the currency. */
type Line = { key: number; text: string; quantity: number | string; price: number | string }

const inAMonth = () => new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10)

/** Writes a proposal, or changes a draft. */
export function ProposalDialog({ leadId, draft, begin, onClose }: Props) {
  const save = useSaveProposal(leadId, draft?.id)
  const [currency, setCurrency] = useState(begin?.currency ?? 'EUR')
  const [lines, setLines] = useState<Line[]>(() => linesOf(begin))
  const [taxName, setTaxName] = useState(begin?.tax_name ?? '')
  const [tax, setTax] = useState<number | string>(begin ? begin.tax_ppm / 10_000 : 0)
  const [until, setUntil] = useState(draft?.valid_until ?? inAMonth())
  const [terms, setTerms] = useState(begin?.terms ?? '')
  const errors = fieldErrors(save.error)
  const change = (key: number, to: Partial<Line>) =>
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...to } : line)))
  const unit = 10 ** minorDigits(currency)
  const body = {
    currency,
    tax_name: taxName,
    tax_ppm: Math.round(Number(tax) * 10_000),
    valid_until: until,
    terms,
    lines: lines.map(({ text, quantity, price }) => ({
      text,
      quantity: Number(quantity),
      unit_price: Math.round(Number(price) * unit),
    })),
  }
  return (
    <FormDialog
      title={draft ? t`Edit proposal` : t`Write proposal`}
      submit={t`Save draft`}
      onClose={onClose}
      mutation={save}
      fields={['currency', 'tax_name', 'tax_ppm', 'valid_until', 'terms']}
      onSubmit={() =>
        save.mutate(body, {
          onSuccess: () => {
            toast(t`Draft saved.`)
            onClose()
          },
        })
      }
    >
      <Choice
        required
        label={t`Currency`}
        choices={currencies}
        chosen={currency}
        value={currency}
        onChange={({ currentTarget: { value } }: { currentTarget: { value: string } }) => setCurrency(value)}
        error={errors.currency}
      />
      {lines.map(({ key, text, quantity, price }, index) => {
        const number = index + 1
        return (
          <Fieldset key={key} legend={t`Line ${number}`}>
            <Stack gap="xs">
              <TextInput
                required
                label={t`Description`}
                maxLength={300}
                value={text}
                onChange={({ currentTarget: { value } }) => change(key, { text: value })}
              />
              <SimpleGrid cols={2}>
                <NumberInput
                  label={t`Quantity`}
                  min={1}
                  allowDecimal={false}
                  value={quantity}
                  onChange={(value) => change(key, { quantity: value })}
                />
                <NumberInput
                  label={t`Price without tax`}
                  {...amountField(currency)}
                  value={price}
                  onChange={(value) => change(key, { price: value })}
                />
              </SimpleGrid>
              {lines.length > 1 && (
                <Button
                  variant="subtle"
                  size="xs"
                  style={{ alignSelf: 'start' }}
                  onClick={() => setLines((before) => before.filter((line) => line.key !== key))}
                >
                  <Trans>Remove line {number}</Trans>
                </Button>
              )}
            </Stack>
          </Fieldset>
        )
      })}
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'start' }}
        onClick={() => setLines((before) => [...before, newLine(Math.max(...before.map(({ key }) => key)) + 1)])}
      >
        <Trans>Add line</Trans>
      </Button>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          label={t`Name of the tax`}
          placeholder="VAT"
          maxLength={40}
          value={taxName}
          error={errors.tax_name}
          onChange={({ currentTarget: { value } }) => setTaxName(value)}
        />
        <NumberInput
          label={t`Tax rate`}
          min={0}
          max={100}
          decimalScale={4}
          suffix="%"
          hideControls
          {...separators()}
          value={tax}
          error={errors.tax_ppm}
          onChange={setTax}
        />
        <TextInput
          required
          type="date"
          label={t({ message: 'Valid until', context: 'proposal' })}
          value={until}
          error={errors.valid_until}
          onChange={({ currentTarget: { value } }) => setUntil(value)}
        />
      </SimpleGrid>
      <Textarea
        label={t`Terms`}
        rows={3}
        maxLength={5000}
        value={terms}
        error={errors.terms}
        onChange={({ currentTarget: { value } }) => setTerms(value)}
      />
    </FormDialog>
  )
}

const newLine = (key: number): Line => ({ key, text: '', quantity: 1, price: '' })

function linesOf(proposal: Proposal | undefined): Line[] {
  if (!proposal) return [newLine(0)]
  const unit = 10 ** minorDigits(proposal.currency)
  return proposal.lines.map(({ text, quantity, unit_price }, key) => ({
    key,
    text,
    quantity,
    price: unit_price / unit,
  }))
}
