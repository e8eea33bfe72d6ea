import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { courseQuery } from '@/features/learning/course/api'
import { CourseCover } from '@/shared/course-cover'
import { TextLink } from '@/shared/link'

import classes from './course-crumb.module.css'

/** A link back to a course, beside its cover. */
export function CourseCrumb({ courseId }: { courseId: string }) {
  const course = useQuery(courseQuery(courseId))
  return (
    <Group gap="sm" wrap="nowrap" mih={40}>
      <div className={classes.cover}>
        {course.data && <CourseCover title={course.data.title} cover={course.data.cover} sizes="64px" eager />}
      </div>
      <TextLink to="/courses/$courseId" params={{ courseId }}>
        {course.data?.title ?? t`Back to course`}
      </TextLink>
    </Group>
  )
}
