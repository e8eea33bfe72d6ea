import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Leads to signing in and back: once, whatever else changes while it navigates. */
export function RedirectToSignIn() {
  const router = useRouter()
  const [here] = useState(() => router.state.location.href)
  useEffect(() => {
    void router.navigate({ to: '/sign-in', search: { next: here }, replace: true })
  }, [router, here])
  return null
}
