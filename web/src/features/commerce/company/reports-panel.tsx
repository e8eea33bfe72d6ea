import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import { Failure } from '@/shared/query-view'

import { CertificateReport } from './certificate-report'
import { ProgressReport } from './progress-report'
import { type Report, reports, useExportReport } from './report-api'
import { SpendReport } from './spend-report'
import { UsageReport } from './usage-report'

type Props = {
  companyId: string
  /** Sees the reports about people; others only what was spent. */
  manages: boolean
  report?: Report | undefined
  onShow: (report: Report) => void
}

const names = () => ({
  progress: t`Progress`,
  usage: t`Seats`,
  certificates: t`Certificates`,
  spend: t`Spending`,
})

/** The reports of a company, each with its CSV file. */
export function ReportsPanel({ companyId, manages, report = 'progress', onShow }: Props) {
  const shown = manages ? report : 'spend'
  const save = useExportReport(companyId, shown)
  const labels = names()
  return (
    <>
      <Group justify="space-between" mb="md">
        {manages ? (
          <SegmentedControl
            aria-label={t({ message: `Report`, context: 'company' })}
            maw="100%"
            style={{ overflowX: 'auto' }}
            value={shown}
            onChange={(value) => onShow(reports.find((one) => one === value) ?? 'progress')}
            data={reports.map((value) => ({ value, label: labels[value] }))}
          />
        ) : (
          <span />
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </Group>
      {save.error && <Failure error={save.error} />}
      {shown === 'progress' && <ProgressReport companyId={companyId} />}
      {shown === 'usage' && <UsageReport companyId={companyId} />}
      {shown === 'certificates' && <CertificateReport companyId={companyId} />}
      {shown === 'spend' && <SpendReport companyId={companyId} />}
    </>
  )
}
