import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'

import { HomeSection } from '@/shared/home-section'

import { publishedQuery } from './api'
import { Testimonials } from './testimonials'

/** What others have said, on the home page; nothing while there is nothing. */
export function HomeTestimonials() {
  const published = useQuery(publishedQuery).data ?? []
  if (published.length === 0) return null
  return (
    <HomeSection title={t`What others say`}>
      <Testimonials of={published} />
    </HomeSection>
  )
}
