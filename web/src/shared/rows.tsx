import { Skeleton, Stack } from '@mantine/core'

/** The skeleton of a list. */
export function Rows({ height = 64 }: { height?: number }) {
  return (
    <Stack gap="sm">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
