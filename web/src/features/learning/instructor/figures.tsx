import { plural } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'

import { Rating } from '@/shared/stars'

import type { PublicInstructor } from './api'

/** The rating of an instructor, and how many courses and learners they have; the number of learners is rounded down. */
export function InstructorFigures({ of: { rating, courses, learners } }: { of: PublicInstructor }) {
  return (
    <Group gap="xs" c="dimmed" fz="sm">
      {rating.count > 0 && <Rating {...rating} />}
      <Text span inherit>
        {plural(courses, { one: '# course', other: '# courses' })}
      </Text>
      {learners > 0 && (
        <Text span inherit>
          {plural(learners, { one: '#+ learners', other: '#+ learners' })}
        </Text>
      )}
    </Group>
  )
}
