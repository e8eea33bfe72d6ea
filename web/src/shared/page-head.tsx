import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { PageTitle } from './page-title'

type Props = {
  title: string
  lead?: ReactNode
  /** The actions of the page. */
  children?: ReactNode
}

/** The heading of a page, with its purpose in a sentence and its actions. */
export function PageHead({ title, lead, children }: Props) {
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <div>
        <PageTitle title={title} />
        {lead && (
          <Text c="dimmed" mt={4} maw={620}>
            {lead}
          </Text>
        )}
      </div>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  )
}
