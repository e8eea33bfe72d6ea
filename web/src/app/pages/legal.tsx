import { getRouteApi } from '@tanstack/react-router'

import { DocumentPage } from '@/features/people/terms/document-page'

import { given } from '../search'

const terms = getRouteApi('/terms')
const privacy = getRouteApi('/privacy')

export function TermsRoute() {
  return <DocumentPage kind="terms" {...given(terms.useSearch())} />
}

export function PrivacyRoute() {
  return <DocumentPage kind="privacy" {...given(privacy.useSearch())} />
}
