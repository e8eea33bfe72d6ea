import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { ApiError, session } from '@/api/client'
import { SchoolProvider } from '@/features/people/school/provider'

import { cssVariablesResolver, theme } from './theme'

// A refused request would be refused again; one that failed to arrive may succeed.
const mayRetry = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: mayRetry } } }),
  )
  // Data shown to one user must never be shown to the next.
  useEffect(() => session.subscribe(() => void client.resetQueries()), [client])

  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <SchoolProvider>{children}</SchoolProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
