import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'

import { useAccount, useMay } from '@/features/people/account/api'
import { Toasts } from '@/shared/toasts'

import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

const Sender = lazy(() => import('@/shared/outbox/sender'))
const UploadDock = lazy(() => import('@/features/video/upload/upload-dock'))

/** The frame of every page: skip link, header, footer, toasts, and the uploads, which survive navigation. */
export function Shell() {
  const main = useFocusOnArrival()
  const owner = useAccount()?.user.id
  const mayUpload = useMay('POST /video-streaming/initialize-upload')
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <SiteHeader />
      <main id="main" ref={main} tabIndex={-1} style={{ minHeight: 'calc(100dvh - 190px)' }}>
        <Outlet />
      </main>
      <SiteFooter />
      <Toasts />
      <Suspense fallback={null}>{owner && <Sender key={owner} owner={owner} />}</Suspense>
      <Suspense fallback={null}>{owner && mayUpload && <UploadDock key={owner} owner={owner} />}</Suspense>
    </>
  )
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
