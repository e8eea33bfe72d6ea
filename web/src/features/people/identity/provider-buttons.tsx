import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Or } from '@/shared/or'
import { Failure } from '@/shared/query-view'

import { providersQuery, useStart } from './api'
import { ProviderIcon } from './provider-icon'

/**
 * Buttons for the configured providers, often none. They are below what works without them, so that nothing moves
 * when they load and no error shows when they do not.
 */
export function ProviderButtons({ next }: { next?: string }) {
  const providers = useQuery(providersQuery())
  const start = useStart(next)
  if (!providers.data || providers.data.length === 0) return null
  return (
    <>
      <Or>
        <Trans>or with another account</Trans>
      </Or>
      {start.error && <Failure error={start.error} />}
      <Stack gap="xs">
        {providers.data.map(({ name, label }) => (
          <Button
            key={name}
            fullWidth
            size="md"
            variant="default"
            leftSection={<ProviderIcon name={name} />}
            loading={(start.isPending || start.isSuccess) && start.variables === name} // until the redirect
            disabled={start.isPending && start.variables !== name}
            onClick={() => start.mutate(name)}
          >
            <Trans>Continue with {label}</Trans>
          </Button>
        ))}
      </Stack>
    </>
  )
}
