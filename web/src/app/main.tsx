import '@fontsource-variable/figtree'
import '@fontsource-variable/bricolage-grotesque'
import './mantine-public.css'
import './app.css'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { session } from '@/api/client'

import { Providers } from './providers'
import { createAppRouter } from './router'

window.addEventListener('storage', session.heard)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createAppRouter()} />
    </Providers>
  </StrictMode>,
)
