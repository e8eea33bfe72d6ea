import { createFileRoute } from '@tanstack/react-router'

import { UndoEmailRoute } from '../pages/email-links'

export const Route = createFileRoute('/undo-email')({ staticData: { openTo: 'everyone' }, component: UndoEmailRoute })
