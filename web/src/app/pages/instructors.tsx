import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { categoriesQuery } from '@/features/learning/course/api'
import { CourseCard } from '@/features/learning/course/course-card'
import { CourseGrid } from '@/features/learning/course/course-grid'
import { InstructorPage } from '@/features/learning/instructor/instructor-page'
import { InstructorsPage } from '@/features/learning/instructor/instructors-page'

import { given } from '../search'

const all = getRouteApi('/instructors/')
const one = getRouteApi('/instructors/$instructorId')

export function InstructorsRoute() {
  const navigate = all.useNavigate()
  const categories = useQuery(categoriesQuery()).data?.value ?? []
  return (
    <InstructorsPage
      filters={given(all.useSearch())}
      onFilters={(search) => void navigate({ search: given(search), resetScroll: false })}
      categories={categories.filter(({ total }) => total > 0).map(({ name }) => name)}
    />
  )
}

export function InstructorRoute() {
  const { instructorId } = one.useParams()
  return (
    <InstructorPage
      key={instructorId}
      instructorId={instructorId}
      courses={(courses, label) => (
        <CourseGrid aria-label={label}>
          {courses.map((course) => (
            <CourseCard key={course.id} course={course} order={3} />
          ))}
        </CourseGrid>
      )}
    />
  )
}
