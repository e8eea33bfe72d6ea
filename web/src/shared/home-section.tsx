import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** At the end of the title's line: where all of it is. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the home page. */
export function HomeSection({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group align="baseline" gap="xs" mt={36} mb="sm" justify="space-between">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  )
}
