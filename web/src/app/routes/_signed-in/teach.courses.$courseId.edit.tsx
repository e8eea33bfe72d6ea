import { createFileRoute } from '@tanstack/react-router'

import { EditCourseRoute } from '../../pages/teaching'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/edit')({ component: EditCourseRoute })
