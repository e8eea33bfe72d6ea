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
  const { email } = props
  return (
    <>
      <PageHead title={t`Your data`} lead={t`Export the data we keep about you, or delete your account.`} />
      {isActing ? (
        <Alert color="apricot">
          <Text size="sm">
            <Trans>You are viewing the account {email}. Only its owner can export its data or delete it.</Trans>
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
