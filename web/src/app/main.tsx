import '@fontsource-variable/figtree'
import '@fontsource-variable/bricolage-grotesque'
import './fonts.css'
import './mantine-public.css'
import './app.css'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'

import { session } from '@/api/client'
import { permissionsQuery } from '@/features/people/account/api'

import { activateFirst } from './locale'
import { newQueryClient, Providers } from './providers'
import { createAppRouter } from './router'

window.addEventListener('storage', session.heard)

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container)
const client = newQueryClient()
// Every page of users needs them: they are requested while the code of the page is.
if (session.isSignedIn()) void client.prefetchQuery(permissionsQuery())
// Until the page that is asked for can be drawn, visitors read what the server has written in its place. Its route is found in a task of
// its own, so that a slow phone reacts before it.
// Not by await: what a module with one exports goes into chunks of its own, which costs the first page 4 KB.
const nextTask = new Promise((resolve) => setTimeout(resolve))
const created = nextTask.then(() => createAppRouter(client))
void Promise.all([created, activateFirst(localStorage), created.then((router) => router.load())]).then(([router]) =>
  // As a transition, so that React draws in slices: a slow phone scrolls and reacts to touches in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers client={client}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  ),
)
