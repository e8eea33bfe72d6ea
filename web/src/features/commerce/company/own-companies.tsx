import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type CompanyMembership, ownCompaniesQuery, useRemovePerson } from './api'
import { companyRoles } from './labels'
import { WhatTheCompanySees } from './what-it-sees'

/** The companies to which a user belongs, what they see, and the way out. Nothing for those who belong to none. */
export function OwnCompanies({ userId }: { userId: string }) {
  const { data: own = [] } = useQuery(ownCompaniesQuery())
  const [leaving, setLeaving] = useState<CompanyMembership>()
  if (own.length === 0) return null
  return (
    <Stack mt="xl">
      {own.map((company) => (
        <Paper
          key={company.company_id}
          withBorder
          p="md"
          bg="var(--card)"
          component="section"
          aria-label={company.name}
        >
          <Stack gap="xs" align="flex-start">
            <Title order={2} size="h4">
              {company.name}
            </Title>
            <Text size="sm" c="dimmed">
              {[t(companyRoles[company.role]), company.department].filter(Boolean).join(', ')}
            </Text>
            <WhatTheCompanySees company={company.name} manages={company.role !== 'member'} />
            <Button variant="default" aria-label={t`Leave ${company.name}`} onClick={() => setLeaving(company)}>
              <Trans>Leave company</Trans>
            </Button>
          </Stack>
        </Paper>
      ))}
      {leaving && <Leave company={leaving} userId={userId} onClose={() => setLeaving(undefined)} />}
    </Stack>
  )
}

type LeaveProps = { company: CompanyMembership; userId: string; onClose: () => void }

function Leave({ company: { company_id, name }, userId, onClose }: LeaveProps) {
  const leave = useRemovePerson(company_id)
  return (
    <Confirm
      title={t`Leave ${name}?`}
      text={t`You lose the courses that it has given you. Your progress stays yours, and the company doesn't see you any more.`}
      action={t`Leave company`}
      danger
      onConfirm={() =>
        leave.mutate(userId, {
          onSuccess: () => {
            toast(t`You have left ${name}.`)
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={leave.isPending}
      error={leave.error}
    />
  )
}
