import { createFileRoute } from '@tanstack/react-router'

import { ReviewsRoute } from '../../pages/admin-reviews'
import { reviewsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/reviews')({
  staticData: { openTo: ['admin'] },
  validateSearch: reviewsSearch,
  component: ReviewsRoute,
})
