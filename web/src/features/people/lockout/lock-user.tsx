import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'

import type { FoundUser } from './api'
import { FindUser } from './find-user'
import { LockDialog } from './lock-dialog'

/** Locks an account by hand: first whose, then why and for how long. */
export function LockUser() {
  const [finding, setFinding] = useState(false)
  const [found, setFound] = useState<FoundUser>()
  return (
    <>
      <Button variant="default" leftSection={<IconLock size={18} />} onClick={() => setFinding(true)}>
        <Trans>Lock account</Trans>
      </Button>
      {finding && (
        <FindUser
          onClose={() => setFinding(false)}
          onFound={(person) => {
            setFinding(false)
            setFound(person)
          }}
        />
      )}
      {found && <LockDialog account={found} onClose={() => setFound(undefined)} />}
    </>
  )
}
