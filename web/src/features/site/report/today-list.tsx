import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { Ago } from '@/shared/ago'
import { toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'

import type { TodayItem } from './api'
import classes from './today-list.module.css'

type Props = {
  items: TodayItem[]
  /** Kinds that stand elsewhere on the page. */
  without?: string[]
  /** Whether nothing is shown when nothing waits. */
  hidesEmpty?: boolean
}

/** What waits for the user: what, since when, and the one place to go to. */
export function TodayList({ items, without = [], hidesEmpty }: Props) {
  const shown = items.filter(({ kind }) => !without.includes(kind))
  if (hidesEmpty && shown.length === 0) return null
  return (
    <section aria-labelledby="today" className={classes.section}>
      <Title order={2} size="h3" id="today" mb="sm">
        <Trans>Waiting for you</Trans>
      </Title>
      {shown.length === 0 ? (
        <Text c="dimmed">
          <Trans>Nothing needs your attention.</Trans>
        </Text>
      ) : (
        <ul className={classes.list} aria-labelledby="today">
          {shown.map((item) => (
            <li key={item.kind} className={classes.entry}>
              <Entry item={item} />
              <Since item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const upcoming = ['sessions', 'certificates_ending']

function Since({ item: { kind, since } }: { item: TodayItem }) {
  if (!since) return null
  return (
    <Text span size="sm" c="dimmed">
      {upcoming.includes(kind) ? toMinute(since) : <Ago at={since} />}
    </Text>
  )
}

function Entry({ item: { kind, count, id, title } }: { item: TodayItem }) {
  switch (kind) {
    case 'applications':
      return (
        <TextLink to="/admin/applications" search={{ status: 'pending' }}>
          {plural(count, { one: '# application to decide', other: '# applications to decide' })}
        </TextLink>
      )
    case 'leads':
      return <TextLink to="/admin/leads">{plural(count, { one: '# new lead', other: '# new leads' })}</TextLink>
    case 'transfers':
      return (
        <TextLink to="/admin/orders">
          {plural(count, { one: '# bank transfer to check', other: '# bank transfers to check' })}
        </TextLink>
      )
    case 'held_payments':
      return (
        <TextLink to="/admin/orders">
          {plural(count, { one: '# payment without an order', other: '# payments without an order' })}
        </TextLink>
      )
    case 'failed_refunds':
      return (
        <TextLink to="/admin/orders">{plural(count, { one: '# failed refund', other: '# failed refunds' })}</TextLink>
      )
    case 'refund_requests':
      return (
        <TextLink to="/admin/orders">{plural(count, { one: '# refund request', other: '# refund requests' })}</TextLink>
      )
    case 'locked_accounts':
      return (
        <TextLink to="/admin/lockouts">
          {plural(count, { one: '# locked account', other: '# locked accounts' })}
        </TextLink>
      )
    case 'blog_comments':
      return (
        <TextLink to="/admin/comments" search={{ queue: 'pending' }}>
          {plural(count, { one: '# comment to approve', other: '# comments to approve' })}
        </TextLink>
      )
    case 'reported_comments':
      return (
        <TextLink to="/admin/comments" search={{ queue: 'reported' }}>
          {plural(count, { one: '# reported comment', other: '# reported comments' })}
        </TextLink>
      )
    case 'reported_reviews':
      return (
        <TextLink to="/admin/reviews">
          {plural(count, { one: '# reported review', other: '# reported reviews' })}
        </TextLink>
      )
    case 'posts_to_review':
      return (
        <TextLink to="/teach/blog">{plural(count, { one: '# post to review', other: '# posts to review' })}</TextLink>
      )
    case 'sessions':
      return id ? (
        <TextLink to="/sessions/$sessionId" params={{ sessionId: id }}>
          {title}
        </TextLink>
      ) : (
        <TextLink to="/calendar">{plural(count, { one: '# session', other: '# sessions' })}</TextLink>
      )
    default:
      return <OwnEntry kind={kind} count={count} title={title} />
  }
}

/** What waits for those who teach, learn or manage a company. */
function OwnEntry({ kind, count, title }: { kind: string; count: number; title: string }) {
  switch (kind) {
    case 'ungraded':
      return (
        <TextLink to="/teach/to-grade">
          {plural(count, { one: '# submission to grade', other: '# submissions to grade' })}
        </TextLink>
      )
    case 'failed_videos':
      return (
        <TextLink to="/teach/videos">{plural(count, { one: '# failed video', other: '# failed videos' })}</TextLink>
      )
    case 'seat_offers':
      return (
        <TextLink to="/app/courses">
          {plural(count, { one: '# seat offered to you', other: '# seats offered to you' })}
        </TextLink>
      )
    case 'unpaid_orders':
      return (
        <TextLink to="/settings/payments">
          {plural(count, { one: '# unpaid order', other: '# unpaid orders' })}
        </TextLink>
      )
    case 'grades':
      return (
        <TextLink to="/app/assignments">
          {title ? t`New grade in ${title}` : plural(count, { one: '# new grade', other: '# new grades' })}
        </TextLink>
      )
    case 'new_certificates':
      return (
        <TextLink to="/app/certificates">
          {title
            ? t`New certificate: ${title}`
            : plural(count, { one: '# new certificate', other: '# new certificates' })}
        </TextLink>
      )
    case 'invitations':
      return (
        <TextLink to="/company" search={(kept) => ({ ...kept, tab: 'people' })}>
          {plural(count, { one: '# open invitation', other: '# open invitations' })}
        </TextLink>
      )
    case 'unused_seats':
      return (
        <TextLink to="/company" search={(kept) => ({ ...kept, tab: 'seats' })}>
          {plural(count, { one: '# pool with unused seats', other: '# pools with unused seats' })}
        </TextLink>
      )
    case 'idle_members':
      return (
        <TextLink to="/company" search={(kept) => ({ ...kept, tab: 'seats' })}>
          {plural(count, { one: '# seat not begun after 30 days', other: '# seats not begun after 30 days' })}
        </TextLink>
      )
    case 'certificates_ending':
      return (
        <TextLink to="/company" search={(kept) => ({ ...kept, tab: 'people' })}>
          {plural(count, { one: '# certificate ends within 60 days', other: '# certificates end within 60 days' })}
        </TextLink>
      )
    default:
      return <Text span>{title || kind}</Text>
  }
}
