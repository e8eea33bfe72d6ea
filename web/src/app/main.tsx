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

import './early-text'
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
// Until the page that is asked for can be drawn, visitors read what the server has written in its place. The routes are made, the page's route
// is found, and the page is drawn in tasks of their own, so that a slow phone reacts in between.
// Not by await: what a module with one exports goes into chunks of its own, which costs the first page 4 KB.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const created = nextTask().then(() => createAppRouter(client))
const loaded = created
  .then(nextTask)
  .then(() => created)
  .then((router) => router.load())
void Promise.all([created, activateFirst(localStorage), loaded.then(nextTask)]).then(([router]) =>
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
