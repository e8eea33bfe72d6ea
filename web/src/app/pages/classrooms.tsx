import { ClassroomsPage } from '@/features/teaching/classroom/classrooms-page'

/** The classrooms of the school, in the administration. */
export const AdminClassroomsRoute = () => <ClassroomsPage />
