import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Text } from '@mantine/core'

import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'

export function NotFoundPage() {
  return (
    <Container py={80} ta="center">
      <PageTitle title={t`There is nothing at this address`} />
      <Text c="dimmed" my="md">
        <Trans>The page may have moved, or the link may be missing a piece.</Trans>
      </Text>
      <ButtonLink to="/">
        <Trans>Go to the catalogue</Trans>
      </ButtonLink>
    </Container>
  )
}
