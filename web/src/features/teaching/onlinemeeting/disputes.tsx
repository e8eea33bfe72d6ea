import { plural, t } from '@lingui/core/macro'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { AnswerDispute } from '@/shared/answer-dispute'
import { toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { OpenDisputes } from '@/shared/open-disputes'
import { personName } from '@/shared/person-name'
import { Failure } from '@/shared/query-view'

import { type Attendee, disputesQuery, useAnswerDispute } from './api'
import { titleOf } from './labels'

/** The disputes of attendance that are to be answered of the meetings that the user may change; nothing while there are none. */
export function MeetingDisputes() {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(disputesQuery(page))
  if (error) return <Failure error={error} />
  if (!data) return null
  return (
    <OpenDisputes
      about={t({ message: 'Meeting', context: 'online meeting' })}
      disputes={data.items.map(
        ({ meeting_id: meetingId, kind, meeting_title: title, course_title, starts_at, learner }) => ({
          id: meetingId + learner.user_id,
          learner: personName(learner.full_name),
          of: (
            <>
              <TextLink to="/meetings/$meetingId" params={{ meetingId }} size="sm">
                {titleOf({ kind, title, course_title })}
              </TextLink>
              <Text size="xs" c="dimmed">
                {toMinute(starts_at)}
              </Text>
            </>
          ),
          status: learner.status,
          dispute: learner.dispute,
          answer: <DisputeOf meetingId={meetingId} person={learner} />,
        }),
      )}
      pagination={data.pagination}
      onPage={setPage}
    />
  )
}

/** Leads from the top of the list of meetings to the disputes below it. */
export function ToDisputes() {
  const open = useQuery(disputesQuery(1)).data?.pagination.total_items ?? 0
  if (open === 0) return null
  return (
    <Anchor href="#disputes" size="sm">
      {plural(open, { one: '# open dispute', other: '# open disputes' })}
    </Anchor>
  )
}

/** What someone says against their attendance of a meeting, and the answer of an instructor. */
export function DisputeOf({ meetingId, person }: { meetingId: string; person: Attendee }) {
  const { full_name: name, dispute, seconds, stays } = person
  const send = useAnswerDispute(meetingId, person.user_id)
  return <AnswerDispute name={name} dispute={dispute} seconds={seconds} stays={stays} send={send} />
}
