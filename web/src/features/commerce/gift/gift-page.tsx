import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { GiftCard } from '@/shared/gift-card'
import { ButtonLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { Outcome } from '@/shared/outcome'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'

import { type GiftPreview, giftPreviewQuery, useRedeemGift, useReturnGift } from './api'

type Props = {
  /** The fragment of the URL; '' if there was none. */
  token: string
  signedIn: boolean
  onRedeemed: (courseId: string) => void
}

/** The page that the link of a gift leads to. */
export function GiftPage({ token, ...rest }: Props) {
  const gift = useQuery({ ...giftPreviewQuery(token), enabled: token !== '' })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={640} mx="auto">
      {token ? (
        <QueryView query={gift} skeleton={<Skeleton height={360} />} isPage>
          {(data) => <OpenGift gift={data} token={token} {...rest} />}
        </QueryView>
      ) : (
        <>
          <PageTitle title={t`Gift`} mb="md" />
          <Outcome bad text={t`This link is incomplete. Open it again from the email.`} />
        </>
      )}
    </Paper>
  )
}

function OpenGift({ gift, token, signedIn, onRedeemed }: Props & { gift: GiftPreview }) {
  const redeem = useRedeemGift(token)
  const giveBack = useReturnGift(token)
  const [asking, setAsking] = useState(false)
  const { title, sender_name: sender, recipient_name: recipient, message, expires_at } = gift
  if (giveBack.isSuccess) {
    return (
      <>
        <PageTitle title={t`Gift`} mb="md" />
        <Outcome text={t`You have returned the gift. ${sender} can now give it to another person.`} />
      </>
    )
  }
  return (
    <Stack>
      <PageTitle title={t`A gift for you`} />
      <GiftCard title={title} sender={sender} recipient={recipient} message={message} />
      <Next
        gift={gift}
        token={token}
        signedIn={signedIn}
        pending={redeem.isPending}
        onRedeem={() => redeem.mutate(undefined, { onSuccess: ({ course_id }) => onRedeemed(course_id) })}
      />
      {redeem.error && <Failure error={redeem.error} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          <Trans>
            You can open it until <Day at={expires_at} />.
          </Trans>
        </Text>
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          <Trans>Return gift</Trans>
        </Button>
      </Group>
      {asking && (
        <Confirm
          title={t`Return this gift?`}
          text={t`The link then no longer works. ${sender} is notified and can give the course to another person.`}
          action={t`Return gift`}
          onConfirm={() => giveBack.mutate()}
          onClose={() => setAsking(false)}
          pending={giveBack.isPending}
          error={giveBack.error}
        />
      )}
    </Stack>
  )
}

type NextProps = { gift: GiftPreview; token: string; signedIn: boolean; pending: boolean; onRedeem: () => void }

/** What the reader can do with a gift. */
function Next({ gift: { is_yours, why_not }, token, signedIn, pending, onRedeem }: NextProps) {
  if (!signedIn) {
    return (
      <div>
        <Text mb="sm">
          <Trans>Sign in or create an account to start the course. Then open this link again.</Trans>
        </Text>
        <Group>
          <ButtonLink to="/sign-in" search={{ next: `/gift#${token}` }}>
            <Trans>Sign in</Trans>
          </ButtonLink>
          <ButtonLink to="/register" search={{ next: `/gift#${token}` }} variant="default">
            <Trans>Create account</Trans>
          </ButtonLink>
        </Group>
      </div>
    )
  }
  if (why_not) return <Text role="status">{reasons[why_not]()}</Text>
  return (
    <>
      {is_yours && <Text>{t`The course is in your account.`}</Text>}
      <div>
        <Button size="md" loading={pending} onClick={onRedeem}>
          {is_yours ? t`Go to course` : t`Accept gift`}
        </Button>
      </div>
    </>
  )
}

const reasons: Record<NonNullable<GiftPreview['why_not']>, () => string> = {
  already_enrolled: () =>
    t`You have this course already. Forward the email to a person who would like it, or return the gift.`,
  already_paid: () =>
    t`You have a right to this course already: enrol again on its page. Forward the email to a person who would like the gift, or return it.`,
  enrollment_suspended: () => t`Your enrolment in this course is suspended. Ask your instructor, or return the gift.`,
}
