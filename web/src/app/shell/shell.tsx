import { Trans } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

import type { Schema } from '@/api/client'
import { useAccount, useMay, useSignedIn, useSignOut } from '@/features/people/account/api'
import { Toasts } from '@/shared/toasts'

import { useLocaleOf } from '../locale'
import { useLeave } from '../use-leave'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

const CommandPalette = lazy(() => import('./command-palette'))
const Sender = lazy(() => import('@/shared/outbox/sender'))
const TermsGate = lazy(() => import('@/features/people/terms/terms-gate'))
const UploadDock = lazy(() => import('@/features/video/upload/upload-dock'))

/** The frame of every page: skip link, header, footer, toasts, and the uploads, which survive navigation. */
export function Shell() {
  const main = useFocusOnArrival()
  const account = useAccount()
  const owner = account?.user.id
  useLocaleOf(useSignedIn(), account && (account.locale ?? ''))
  const mustAccept = useMustAccept(account)
  const signOut = useSignOut()
  const leave = useLeave()
  const mayUpload = useMay('POST /video-streaming/initialize-upload')
  return (
    <>
      <a className="skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <SiteHeader />
      {/* As high as the window, so that the footer is below it before the page has loaded, too, and does not jump. */}
      <main id="main" ref={main} tabIndex={-1} style={{ minHeight: 'calc(100dvh - 61px)' }}>
        <Outlet />
      </main>
      <SiteFooter />
      <Toasts />
      <CommandPaletteKeys />
      <Suspense fallback={null}>{mustAccept && <TermsGate onSignOut={() => void leave(signOut.mutate)} />}</Suspense>
      <Suspense fallback={null}>{owner && !account.must_accept_terms && <Sender key={owner} owner={owner} />}</Suspense>
      <Suspense fallback={null}>{owner && mayUpload && <UploadDock key={owner} owner={owner} />}</Suspense>
    </>
  )
}

/** Opens the command palette by Ctrl+K or Cmd+K; it is loaded at the first time. */
function CommandPaletteKeys() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return <Suspense fallback={null}>{open && <CommandPalette onClose={() => setOpen(false)} />}</Suspense>
}

/** The pages that users reach who have not accepted the terms yet. */
const open = ['/terms', '/privacy', '/settings/data']

/** Whether the user must accept the terms before they see this page. */
function useMustAccept(account: Schema<'Permissions'> | undefined) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return account?.must_accept_terms === true && !open.includes(pathname)
}

/** Moves the focus to the heading after navigation by a link, or to main until the heading is there. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef<string>(undefined)

  useEffect(() => {
    const arrived = shown.current !== undefined && shown.current !== pathname
    shown.current = pathname
    if (!arrived) return
    const target = main.current?.querySelector('h1') ?? main.current
    target?.focus({ preventScroll: true })
  }, [pathname])

  return main
}
