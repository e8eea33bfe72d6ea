import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Text } from '@mantine/core'

import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'

export function NotFoundPage() {
  return (
    <Container py={80} ta="center">
      <PageTitle title={t`Page not found`} />
      <Text c="dimmed" my="md">
        <Trans>The page may have moved, or the link is incomplete.</Trans>
      </Text>
      <ButtonLink to="/courses">
        <Trans>Go to catalogue</Trans>
      </ButtonLink>
    </Container>
  )
}
