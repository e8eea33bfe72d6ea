import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { PageTitle } from './page-title'

type Props = {
  title: string
  children: ReactNode
  action?: ReactNode
  /** It takes the place of the whole page, so its title is the page's. */
  isPage?: boolean
}

/** An empty state: says why it is empty, and what to do. */
export function Empty({ title, children, action, isPage }: Props) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" className="empty">
      <svg viewBox="0 0 112 56" width="112" height="56" aria-hidden="true">
        <path d="M0 0h56a56 56 0 0 1-56 56z" fill="var(--shape-1)" />
        <path d="M112 56H56a56 56 0 0 1 56-56z" fill="var(--shape-2)" />
        <circle cx="66" cy="16" r="9" fill="var(--shape-3)" />
      </svg>
      {isPage ? (
        <PageTitle title={title} size="h4" mt="sm" />
      ) : (
        <Title order={2} size="h4" mt="sm">
          {title}
        </Title>
      )}
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}

type NoMatchesProps = { title: string; children: ReactNode; onClear: () => void }

/** The empty state of a list whose filters leave nothing. */
export const NoMatches = ({ title, children, onClear }: NoMatchesProps) => (
  <Empty
    title={title}
    action={
      <Button onClick={onClear}>
        <Trans>Clear filters</Trans>
      </Button>
    }
  >
    {children}
  </Empty>
)
