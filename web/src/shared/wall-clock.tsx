import { Text } from '@mantine/core'

/** A time by the clock of its zone, and the viewer's own beside it; as `sessionTime` and `weeklyTime` give it. */
export function WallClock({ there, own }: { there: string; own: string }) {
  return (
    <>
      {there}
      {own && (
        <>
          {' '}
          <Text span size="sm" c="dimmed">
            ({own})
          </Text>
        </>
      )}
    </>
  )
}
