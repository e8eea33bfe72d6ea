import { createFileRoute } from '@tanstack/react-router'

import { UndoEmailRoute } from '../pages/letters'

export const Route = createFileRoute('/undo-email')({ component: UndoEmailRoute })
