import '@mantine/core/styles/Table.layer.css'

import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Table } from '@mantine/core'

import { money } from '@/shared/money'

import type { OpenProposal } from './api'

type Props = { proposal: Pick<OpenProposal, 'lines' | 'currency' | 'net' | 'tax' | 'total' | 'tax_name' | 'tax_ppm'> }

/** What a proposal offers, and what it comes to. */
export function ProposalLines({ proposal }: Props) {
  const { lines, currency, net, tax, total, tax_name, tax_ppm } = proposal
  const rate = i18n.number(tax_ppm / 1_000_000, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Description`}</Table.Th>
            <Table.Th ta="end">{t`Quantity`}</Table.Th>
            <Table.Th ta="end">{t`Amount`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ text, quantity, unit_price }) => (
            <Table.Tr key={`${text} ${quantity} ${unit_price}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
              <Table.Td ta="end">{i18n.number(quantity)}</Table.Td>
              <Table.Td ta="end">{money(quantity * unit_price, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {tax > 0 && (
            <>
              <Sum label={t`Net`} amount={money(net, currency)} />
              <Sum label={`${tax_name} ${rate}`} amount={money(tax, currency)} />
            </>
          )}
          <Sum label={t`Total`} amount={money(total, currency)} />
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <Table.Tr>
      <Table.Th colSpan={2} scope="row">
        {label}
      </Table.Th>
      <Table.Th ta="end">{amount}</Table.Th>
    </Table.Tr>
  )
}
