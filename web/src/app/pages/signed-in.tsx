import '@mantine/core/styles.layer.css'

import { Outlet } from '@tanstack/react-router'

import { useSignedIn } from '@/features/people/account/api'

import { RedirectToSignIn } from './redirect-to-sign-in'

/** Around every page that needs to know who is there: whoever is not signed in signs in first and comes back. */
export function SignedIn() {
  return useSignedIn() ? <Outlet /> : <RedirectToSignIn />
}
