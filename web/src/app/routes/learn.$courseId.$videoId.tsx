import { createFileRoute } from '@tanstack/react-router'

import { LearnRoute } from '../pages/learn'

export const Route = createFileRoute('/learn/$courseId/$videoId')({ component: LearnRoute })
