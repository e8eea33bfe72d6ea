import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { List, Text } from '@mantine/core'

/** What a company sees of those who learn with it, before they accept and for as long as they belong to it. */
export function WhatTheCompanySees({ company, manages = false }: { company: string; manages?: boolean }) {
  return (
    <>
      <Text fw={600}>
        <Trans>What {company} sees of you</Trans>
      </Text>
      <List size="sm" aria-label={t`What ${company} sees of you`}>
        <List.Item>
          <Trans>Your name and email address, your department, and since when you belong to it.</Trans>
        </List.Item>
        <List.Item>
          <Trans>
            In courses that it pays for: your progress in percent, when you completed the course, when you were last
            active, and the certificates that you earn there while it pays.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>It doesn't see your answers, submissions, notes or comments, nor your other courses.</Trans>
        </List.Item>
        {manages && (
          <List.Item>
            <Trans>You help to manage the company and see the same of others.</Trans>
          </List.Item>
        )}
      </List>
    </>
  )
}
