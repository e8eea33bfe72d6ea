import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'

import { ApiError, session } from '@/api/client'
import { accountKeys } from '@/features/people/account/keys'
import { SchoolProvider } from '@/features/people/school/provider'
import { useSchool } from '@/shared/school'

import { seed } from './served'
import { cssVariablesOf, themeOf } from './theme'

// A refused request would be refused again; one that failed to arrive may succeed.
const mayRetry = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

/** When a request is refused until the user has accepted new terms, the shell is told by the permissions. */
export function newQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.problem?.code === 'terms_not_accepted')
      void client.invalidateQueries({ queryKey: accountKeys.permissions() })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { staleTime: 30_000, retry: mayRetry } },
  })
  // What users see depends on who they are: the page brings what visitors see.
  if (!session.isSignedIn()) seed(client)
  return client
}

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  // Data shown to one user must never be shown to the next.
  // By then React has taken away what only the first one sees, so that nothing of it is requested without a session.
  useEffect(() => session.subscribe(() => queueMicrotask(() => void client.resetQueries())), [client])

  return (
    <QueryClientProvider client={client}>
      <SchoolProvider>
        <Themed>
          <Translated>{children}</Translated>
        </Themed>
      </SchoolProvider>
    </QueryClientProvider>
  )
}

/** The components of the app in the colours of the school. */
function Themed({ children }: { children: ReactNode }) {
  const { palette } = useSchool()
  const theme = useMemo(() => themeOf(palette), [palette])
  const cssVariables = useMemo(() => cssVariablesOf(palette), [palette])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}

const onLocale = (changed: () => void) => i18n.on('change', changed)

/** All texts in the locale that is active. Everything is mounted anew when it changes, so that the plain `t` is enough. */
function Translated({ children }: { children: ReactNode }) {
  const locale = useSyncExternalStore(onLocale, () => String(i18n.locales))
  return (
    <I18nProvider i18n={i18n}>
      <Fragment key={locale}>{children}</Fragment>
    </I18nProvider>
  )
}
