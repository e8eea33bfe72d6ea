import '@mantine/core/styles/Avatar.layer.css'
import { Avatar, Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { initials } from '@/shared/format'

import type { PublicInstructor } from './api'
import { InstructorFigures } from './figures'
import classes from './instructor.module.css'

export function InstructorCard({ instructor, order = 2 }: { instructor: PublicInstructor; order?: 2 | 3 }) {
  return (
    <Card component="li" className={classes.card}>
      <Group wrap="nowrap" align="flex-start">
        <Avatar src={instructor.picture?.large ?? null} alt="" size={72} className={classes.face}>
          {initials(instructor.full_name)}
        </Avatar>
        <div className={classes.about}>
          <Title order={order} size="h4" lh={1.2}>
            <Link to="/instructors/$instructorId" params={{ instructorId: instructor.id }} className={classes.name}>
              {instructor.full_name}
            </Link>
          </Title>
          {instructor.headline && (
            <Text size="sm" mt={4} lineClamp={2}>
              {instructor.headline}
            </Text>
          )}
        </div>
      </Group>
      <div className={classes.foot}>
        <InstructorFigures of={instructor} />
      </div>
    </Card>
  )
}
