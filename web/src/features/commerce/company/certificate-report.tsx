import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { MoreButton, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { certificateColors, certificateStatuses } from './labels'
import { personColumns } from './person-columns'
import { type CompanyCertificate, certificateReportQuery } from './report-api'

/** The certificates that people have earned with a seat, each with the page on which it is checked. */
export function CertificateReport({ companyId }: { companyId: string }) {
  const rows = useInfiniteQuery(certificateReportQuery(companyId))
  return (
    <>
      <QueryView
        query={rows}
        skeleton={<Rows height={64} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No certificates yet`}>
            <Trans>Certificates that your people earn in the courses of their seats appear here.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            {pagination && (
              <Total
                pagination={pagination}
                counted={(n) => plural(n, { one: '# certificate', other: '# certificates' })}
              />
            )}
            <DataTable label={t`Certificates`} columns={columns()} rows={items} idOf={({ id }) => id} />
          </>
        )}
      </QueryView>
      <MoreButton query={rows} />
    </>
  )
}

const columns = (): Column<CompanyCertificate>[] => [
  ...personColumns(),
  {
    id: 'code',
    label: t({ message: `Code`, context: 'of a certificate' }),
    cell: ({ code }) => (
      <TextLink to="/verify/$code" params={{ code }}>
        <span style={{ whiteSpace: 'nowrap' }}>{code}</span>
      </TextLink>
    ),
  },
  {
    id: 'status',
    label: t`Status`,
    cell: ({ status }) => (
      <Badge variant="light" color={certificateColors[status]} tt="none">
        {t(certificateStatuses[status])}
      </Badge>
    ),
  },
  { id: 'issued', label: t`Issued`, cell: ({ issued_at }) => <Day at={issued_at} /> },
  { id: 'expires', label: t`Valid until`, cell: ({ expires_at }) => expires_at && <Day at={expires_at} /> },
]
