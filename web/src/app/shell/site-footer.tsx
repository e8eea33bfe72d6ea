import { Container, Text } from '@mantine/core'

export function SiteFooter() {
  return (
    <footer style={{ borderBlockStart: '1px solid var(--line)', marginBlockStart: 64 }}>
      <Container size={1320} py="lg">
        <Text size="sm" c="dimmed">
          Lectern is free software under the Apache License 2.0.
        </Text>
      </Container>
    </footer>
  )
}
