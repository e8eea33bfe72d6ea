import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Text } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import { CourseCover } from '@/shared/course-cover'
import { bytes } from '@/shared/format'
import { useSellsOnline } from '@/shared/payment-providers'
import { Failure } from '@/shared/query-view'

import { type CourseDetail, useEnroll, useSaveCourse } from './api'
import { Included } from './course-facts'
import classes from './course-page.module.css'
import { type Buy, EnrolAction, EnrolState, enrolStep, GiveLink } from './enrol-box'
import { CoursePrice, MorePrices, mainPlan, PaymentHint, pricesOf } from './price-offer'

type Props = {
  course: CourseDetail
  signedIn: boolean
  here: string
  /** That it is closed until a payment is made, in place of the way to enrol. */
  overdue: ReactNode
  preview: ReactNode
  start: ReactNode
  ask: ReactNode
}

/** What the course offers and costs, with the button for the user's next step. */
export function CourseOffer({ course, signedIn, here, overdue, preview, start, ask }: Props) {
  const enroll = useEnroll()
  const prices = pricesOf(course)
  const [currency, setCurrency] = useState(course.fee_currency)
  const price = prices.find((p) => p.currency === currency) ?? prices[0]
  const step = enrolStep(course)
  const priced = !overdue && (step === 'enrol' || step === 'open' || step === 'invited')
  const online = useSellsOnline(!!price && (priced || step === 'pending' || step === 'learn'))
  const buy: Buy | false | undefined = online &&
    price && { course: course.id, currency: price.currency, plan: mainPlan(price) }
  return (
    <aside className={classes.offer} aria-label={t`Price and enrolment`}>
      <div className={classes.art}>
        <CourseCover title={course.title} cover={course.cover} sizes="(min-width: 62em) 360px, 96vw" eager />
        {preview}
      </div>
      {overdue && <div className={classes.state}>{overdue}</div>}
      <EnrolState course={course} signedIn={signedIn} buy={buy} />
      {(priced || step === 'learn' || step === 'teach') && (
        <div className={classes.buy}>
          {priced && <CoursePrice courseId={course.id} price={price} />}
          <EnrolAction course={course} signedIn={signedIn} here={here} start={start} enroll={enroll} buy={buy} />
        </div>
      )}
      <div className={classes.details}>
        {enroll.error && <Failure error={enroll.error} />}
        {priced && price && (
          <>
            <MorePrices courseId={course.id} price={price} prices={prices} onCurrency={setCurrency} />
            {online === false && <PaymentHint />}
          </>
        )}
        {buy && step !== 'pending' && <GiveLink buy={buy} />}
        {signedIn && (step === 'enrol' || step === 'open') && <SaveButton course={course} />}
        <Included course={course} />
        {course.brochure?.address && <Brochure address={course.brochure.address} size={course.brochure.size} />}
        {ask}
      </div>
    </aside>
  )
}

function Brochure({ address, size }: { address: string; size: number }) {
  const written = bytes(size)
  return (
    <Anchor href={address} target="_blank" mt="sm" display="inline-block">
      <Trans>Brochure (PDF, {written})</Trans>
    </Anchor>
  )
}

/** Saves the course for later, or unsaves it. */
function SaveButton({ course: { id, saved } }: { course: CourseDetail }) {
  const save = useSaveCourse()
  return (
    <Text component="div" mb="sm">
      <Button
        variant="subtle"
        fullWidth
        aria-pressed={saved}
        loading={save.isPending}
        leftSection={saved ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
        onClick={() => save.mutate({ id, save: !saved })}
      >
        {saved ? t({ message: 'Saved', context: 'course' }) : t`Save for later`}
      </Button>
      {save.error && <Failure error={save.error} />}
    </Text>
  )
}
