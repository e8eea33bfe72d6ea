import '@mantine/core/styles.layer.css'

import { Outlet } from '@tanstack/react-router'

import { useSignedIn } from '@/features/people/account/api'

import { RedirectToSignIn } from './redirect-to-sign-in'

/** Around every page that needs a signed-in user: others sign in first and come back. */
export function SignedIn() {
  return useSignedIn() ? <Outlet /> : <RedirectToSignIn />
}
