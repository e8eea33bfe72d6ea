import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

import classes from './course-section.module.css'

/** A section of a course page with its heading. */
export function CourseSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
