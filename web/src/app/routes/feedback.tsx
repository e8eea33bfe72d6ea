import { createFileRoute } from '@tanstack/react-router'

import { FeedbackRoute } from '../pages/feedback'

export const Route = createFileRoute('/feedback')({ staticData: { openTo: 'everyone' }, component: FeedbackRoute })
