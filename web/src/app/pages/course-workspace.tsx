import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Skeleton } from '@mantine/core'
import {
  IconCertificate,
  IconChartBar,
  IconClipboardCheck,
  IconEye,
  IconHelpCircle,
  IconHome,
  IconListDetails,
  IconMessages,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'

import { type CourseDetail, courseQuery } from '@/features/learning/course/api'
import { CourseState } from '@/features/learning/course/course-state'
import { CoursePublish } from '@/features/learning/curriculum/course-publish'
import { type Operation, useAccount } from '@/features/people/account/api'
import { CourseCover } from '@/shared/course-cover'
import { Empty } from '@/shared/empty'
import { ButtonLink, TextLink } from '@/shared/link'
import { TitleContext } from '@/shared/page-title'
import { PageFailure } from '@/shared/query-view'
import { useCurrentInView } from '@/shared/use-current-in-view'

import classes from './course-workspace.module.css'

const route = getRouteApi('/_signed-in/teach/courses/$courseId')

/** The pages of a course, in order, each with the operation that an instructor must be allowed. */
const tabs = [
  {
    to: '/teach/courses/$courseId',
    label: msg`Overview`,
    icon: IconHome,
    needs: 'GET /student-analytics/courses/{id}',
  },
  {
    to: '/teach/courses/$courseId/curriculum',
    label: msg`Curriculum`,
    icon: IconListDetails,
    needs: 'POST /curriculum/course/{id}/sections',
  },
  {
    to: '/teach/courses/$courseId/questions',
    label: msg`Questions`,
    icon: IconHelpCircle,
    needs: 'GET /question-banks/{id}/questions',
  },
  {
    to: '/teach/courses/$courseId/learners',
    label: msg`Learners`,
    icon: IconUsers,
    needs: 'GET /courses/{id}/enrollments',
  },
  {
    to: '/teach/courses/$courseId/comments',
    label: msg`Comments`,
    icon: IconMessages,
    needs: 'GET /progress/courses/{id}/comments',
  },
  {
    to: '/teach/courses/$courseId/batches',
    label: msg`Batches`,
    icon: IconUsersGroup,
    needs: 'POST /batches/courses/{courseId}/batches',
  },
  {
    to: '/teach/courses/$courseId/submissions',
    label: msg`Submissions`,
    icon: IconClipboardCheck,
    needs: 'GET /assignments/courses/{id}/submissions',
  },
  {
    to: '/teach/courses/$courseId/results',
    label: msg`Quiz results`,
    icon: IconChartBar,
    needs: 'GET /quizzes/{id}/attempts',
  },
  {
    to: '/teach/courses/$courseId/certificates',
    label: msg`Certificates`,
    icon: IconCertificate,
    needs: 'GET /certificates/courses/{id}',
  },
  { to: '/teach/courses/$courseId/videos', label: msg`Videos`, icon: IconVideo, needs: 'GET /video-streaming/videos' },
  {
    to: '/teach/courses/$courseId/settings',
    label: msg`Settings`,
    icon: IconSettings,
    needs: 'PUT /courses/update/{id}',
  },
] as const satisfies { needs: Operation; [more: string]: unknown }[]

/** Around every page of a course for its instructors: which course it is, and the way to its other pages. */
export function CourseWorkspace() {
  const { courseId } = route.useParams()
  const account = useAccount()
  const course = useQuery(courseQuery(courseId))
  if (course.error && !course.data) {
    return (
      <Container size={1320} pt="lg">
        <PageFailure error={course.error} retry={course.refetch} />
      </Container>
    )
  }
  if (course.data && !course.data.can_teach) return <NotYours course={course.data} />
  const shown = tabs.filter(({ needs }) => account?.operations.includes(needs))
  return (
    <TitleContext value={course.data?.title ?? ''}>
      <Container size={1320} className={classes.frame}>
        <Head courseId={courseId} course={course.data} />
        <Tabs courseId={courseId} shown={shown} />
        {course.data && <Outlet />}
      </Container>
    </TitleContext>
  )
}

function Head({ courseId, course }: { courseId: string; course: CourseDetail | undefined }) {
  return (
    <header className={classes.head}>
      <div className={classes.cover}>
        {course && <CourseCover title={course.title} cover={course.cover} sizes="112px" eager />}
      </div>
      <div className={classes.words}>
        <nav aria-label={t`Breadcrumb`}>
          <ol className={classes.crumbs}>
            <li>
              <TextLink to="/teach" size="sm">
                <Trans>Teaching</Trans>
              </TextLink>
            </li>
            <li>
              {course ? (
                <Link to="/teach/courses/$courseId" params={{ courseId }} className={classes.course}>
                  {course.title}
                </Link>
              ) : (
                <Skeleton height={28} width={240} />
              )}
            </li>
          </ol>
        </nav>
        {course && <CourseState status={course.status} />}
      </div>
      <div className={classes.actions}>
        <ButtonLink to="/courses/$courseId" params={{ courseId }} variant="default" leftSection={<IconEye size={18} />}>
          <Trans>View page</Trans>
        </ButtonLink>
        {course && <CoursePublish courseId={courseId} />}
      </div>
    </header>
  )
}

function Tabs({ courseId, shown }: { courseId: string; shown: (typeof tabs)[number][] }) {
  const nav = useCurrentInView('center')
  return (
    <nav ref={nav} aria-label={t`Course`} className={classes.tabs}>
      {shown.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          params={{ courseId }}
          className={classes.tab}
          activeOptions={{ exact: to === '/teach/courses/$courseId', includeSearch: false }}
        >
          <Icon size={18} stroke={1.7} aria-hidden />
          <span>{t(label)}</span>
        </Link>
      ))}
    </nav>
  )
}

function NotYours({ course: { id: courseId, title } }: { course: CourseDetail }) {
  return (
    <Container size={1100} pt="lg">
      <Empty
        isPage
        title={t`You don't teach this course`}
        action={
          <ButtonLink to="/courses/$courseId" params={{ courseId }}>
            <Trans>View course page</Trans>
          </ButtonLink>
        }
      >
        <Trans>Only the instructors of “{title}” can manage it.</Trans>
      </Empty>
    </Container>
  )
}
