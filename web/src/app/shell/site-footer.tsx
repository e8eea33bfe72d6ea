import { Anchor, Container, Text } from '@mantine/core'

import { useSchool } from '@/shared/school'

export function SiteFooter() {
  const { support_email } = useSchool()
  return (
    <footer style={{ borderBlockStart: '1px solid var(--line)', marginBlockStart: 64 }}>
      <Container size={1320} py="lg">
        {support_email && (
          <Text size="sm" mb={4}>
            Questions? Write to <Anchor href={`mailto:${support_email}`}>{support_email}</Anchor>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Lectern is free software under the Apache License 2.0.
        </Text>
      </Container>
    </footer>
  )
}
