import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Stack, Text } from '@mantine/core'

import { PageHead } from '@/shared/page-head'

import type { Reauthenticated } from '@/shared/reauthentication'
import { DeleteAccount } from './delete-account'
import { ExportSection } from './export-section'

type Props = {
  email: string
  /** Whether an administrator acts as the user: export and deletion are for the owner of the account alone. */
  isActing: boolean
  reauthenticated: Reauthenticated
  onLeft: () => void
}

/** The user's personal data: export and deletion. */
export function DataPage({ isActing, ...props }: Props) {
  return (
    <>
      <PageHead
        title={t`Your data`}
        lead={t`Everything that is kept about you is yours: take it with you, or have it deleted.`}
      />
      {isActing ? (
        <Alert color="apricot">
          <Text size="sm">
            <Trans>You act as {props.email}. Only they themselves can export their data or delete their account.</Trans>
          </Text>
        </Alert>
      ) : (
        <Stack gap="lg">
          <ExportSection />
          <DeleteAccount {...props} />
        </Stack>
      )}
    </>
  )
}
