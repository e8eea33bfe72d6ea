import { Stack } from '@mantine/core'

import { PageHead } from '@/shared/page-head'

import type { Reauthenticated } from '@/shared/reauthentication'
import { DeleteAccount } from './delete-account'
import { ExportSection } from './export-section'

type Props = { email: string; reauthenticated: Reauthenticated; onLeft: () => void }

/** The user's personal data: export and deletion. */
export function DataPage(props: Props) {
  return (
    <>
      <PageHead
        title="Your data"
        lead="Everything that is kept about you is yours: take it with you, or have it deleted."
      />
      <Stack gap="lg">
        <ExportSection />
        <DeleteAccount {...props} />
      </Stack>
    </>
  )
}
