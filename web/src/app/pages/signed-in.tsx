import '@mantine/core/styles.layer.css'

import { Outlet } from '@tanstack/react-router'

import { useSignedIn } from '@/features/people/account/api'

import { RedirectToSignIn } from './redirect-to-sign-in'

/** The layout of all pages that need a signed-in user: others sign in first and return. */
export function SignedIn() {
  return useSignedIn() ? <Outlet /> : <RedirectToSignIn />
}
