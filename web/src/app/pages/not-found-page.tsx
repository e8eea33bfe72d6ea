import { Container, Text } from '@mantine/core'

import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'

export function NotFoundPage() {
  return (
    <Container py={80} ta="center">
      <PageTitle title="There is nothing at this address" />
      <Text c="dimmed" my="md">
        The page may have moved, or the link may be missing a piece.
      </Text>
      <ButtonLink to="/">Go to the catalogue</ButtonLink>
    </Container>
  )
}
