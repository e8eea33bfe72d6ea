import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import type { CourseDetail } from './api'
import { SettingsForm, type SettingsParts } from './settings-form'
import type { SettingsTab } from './settings-tabs'
import { typedQuery } from './typed-api'

type Props = SettingsParts & {
  course: Pick<CourseDetail, 'id' | 'course_type'>
  tab: SettingsTab
  onTab: (tab: SettingsTab) => void
}

/** The settings of a course, with the extras of its format. */
export function SettingsPage({ course: { id, course_type }, ...rest }: Props) {
  const course = useQuery(typedQuery(course_type, id))
  return (
    <div style={{ maxWidth: 900 }}>
      <PageHead title={t`Settings`} />
      <QueryView query={course} skeleton={<Skeleton height={520} radius="lg" />}>
        {(c) => <SettingsForm key={`${c.id} ${c.course_type}`} course={c} {...rest} />}
      </QueryView>
    </div>
  )
}
