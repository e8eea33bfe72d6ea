import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, Text } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'

import { PageTitle } from '@/shared/page-title'

/** Shown instead of a page that crashed. The most common cause is a new release: the old chunks are gone. */
export function CrashPage({ error }: ErrorComponentProps) {
  return (
    <Container py={80} ta="center" role="alert">
      <PageTitle title={t`This page stopped working`} />
      <Text c="dimmed" my="md">
        <Trans>Everything you saved is safe. Reload the page to continue.</Trans>
      </Text>
      <Button onClick={() => window.location.reload()}>
        <Trans>Reload page</Trans>
      </Button>
      <Text size="xs" c="dimmed" mt="xl">
        {error instanceof Error ? error.message : String(error)}
      </Text>
    </Container>
  )
}
