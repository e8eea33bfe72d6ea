import { Card, SimpleGrid, Text } from '@mantine/core'

import { Stars } from '@/shared/stars'

import type { Testimonial } from './api'

/** What others have said and agreed to have published. */
export function Testimonials({ of }: { of: Testimonial[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {of.map(({ id, first_name, rating, text }) => (
        <Card key={id} withBorder padding="lg" radius="lg">
          <Stars value={rating} />
          <Text my="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
          <Text size="sm" c="dimmed">
            {first_name}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}
