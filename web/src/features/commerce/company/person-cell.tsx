import { Text } from '@mantine/core'

/** A person in a table, by their name and email address. */
export const PersonCell = ({ person: { full_name, email } }: { person: { full_name: string; email: string } }) => (
  <div>
    <Text fw={600}>{full_name}</Text>
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {email}
    </Text>
  </div>
)
