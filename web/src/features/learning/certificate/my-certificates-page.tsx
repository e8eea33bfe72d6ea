import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { ownCertificatesQuery } from './api'
import { CertificateCard } from './certificate-card'

/** The user's certificates, to download and to share. */
export function MyCertificatesPage() {
  const [page, setPage] = useState(1)
  const certificates = useQuery(ownCertificatesQuery(page))
  return (
    <>
      <PageHead
        title={t`Certificates`}
        lead={t`Download your certificates, or share the page on which everyone can check them.`}
      />
      <QueryView
        query={certificates}
        skeleton={<Rows height={150} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty
            title={t`No certificates yet`}
            action={
              <ButtonLink to="/app/courses">
                <Trans>Open My learning</Trans>
              </ButtonLink>
            }
          >
            <Trans>Complete a course that issues certificates, and yours will be here.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
              {items.map((certificate) => (
                <li key={certificate.id}>
                  <CertificateCard certificate={certificate} />
                </li>
              ))}
            </Stack>
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
    </>
  )
}
