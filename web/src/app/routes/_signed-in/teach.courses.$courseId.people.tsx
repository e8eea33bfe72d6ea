import { createFileRoute } from '@tanstack/react-router'

import { CoursePeopleRoute } from '../../pages/teaching'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/people')({ component: CoursePeopleRoute })
