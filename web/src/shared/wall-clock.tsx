import { Text } from '@mantine/core'

/** A time in its own zone with the viewer's beside it, as returned by `sessionTime` and `weeklyTime`. */
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
