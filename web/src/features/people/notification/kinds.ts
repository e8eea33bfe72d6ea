// The kinds of notifications, as users choose them.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

type KindWords = { title: MessageDescriptor; description?: MessageDescriptor }

const kinds: Record<string, KindWords> = {
  'security.password_changed': { title: msg`Password changed` },
  'security.account_locked': { title: msg`Account locked`, description: msg`After several failed sign-ins.` },
  'security.session_ended': {
    title: msg`Device signed out for security`,
    description: msg`Its session was used in two places.`,
  },
  'security.second_factor_changed': {
    title: msg`Two-factor authentication changed`,
    description: msg`Your authenticator app, passkeys or recovery codes.`,
  },
  'security.identity_changed': {
    title: msg`Sign-in providers changed`,
    description: msg`A provider was connected or disconnected.`,
  },
  'account.application_approved': { title: msg`Application approved` },
  'account.application_rejected': { title: msg`Application rejected` },
  'account.complaint_answered': {
    title: msg`Answers to your complaints`,
    description: msg`The school answers a complaint of yours.`,
  },
  'account.complaint_resolved': {
    title: msg`Resolved complaints`,
    description: msg`The school has resolved a complaint of yours.`,
  },
  'admin.complaint_opened': { title: msg`New complaints`, description: msg`A user or a visitor complains.` },
  'admin.complaint_replied': {
    title: msg`Messages in complaints`,
    description: msg`In complaints that you work on, and in those that nobody works on yet.`,
  },
  'admin.complaint_due': {
    title: msg`Complaints due soon`,
    description: msg`An answer or a resolution is due soon.`,
  },
  'admin.complaint_overdue': { title: msg`Late complaints`, description: msg`An answer or a resolution is late.` },
  'account.export_ready': { title: msg`Data export ready`, description: msg`The export you requested.` },
  'account.due_soon': {
    title: msg`Instalments that are due`,
    description: msg`An instalment of a course is due: 7 days and a day before, and on the day.`,
  },
  'account.due_late': {
    title: msg`Late instalments`,
    description: msg`An instalment of a course was to be paid 3 days ago.`,
  },
  'account.due_suspended': {
    title: msg`Courses closed for instalments`,
    description: msg`A course is closed until you pay an instalment.`,
  },
  'account.instalments_waived': {
    title: msg`Instalments that needn't be paid`,
    description: msg`The school has written off the rest of your instalments.`,
  },
  'account.instalments_ended': {
    title: msg`Instalments that have ended`,
    description: msg`The school has ended your instalments, and the course is closed.`,
  },
  'account.gift_redeemed': {
    title: msg`Redeemed gifts`,
    description: msg`A gift that you have bought was redeemed.`,
  },
  'account.gift_returned': {
    title: msg`Returned gifts`,
    description: msg`A gift that you have bought was returned. You can send it to another address.`,
  },
  'account.company_order_approved': {
    title: msg`Approved orders of your company`,
    description: msg`The school gives your company the seats of an order before it is paid.`,
  },
  'account.company_order_paid': {
    title: msg`Paid orders of your company`,
    description: msg`The school has received the money for an order of your company.`,
  },
  'account.company_order_overdue': {
    title: msg`Overdue invoices of your company`,
    description: msg`An invoice of your company is overdue: at once, then each week.`,
  },
  'certificate.issued': {
    title: msg`New certificates`,
    description: msg`A certificate is issued to you, or issued again.`,
  },
  'certificate.revoked': {
    title: msg`Revoked certificates`,
    description: msg`One of your certificates is no longer valid, and why.`,
  },
  'certificate.expiring': {
    title: msg`Certificates that expire`,
    description: msg`One of your certificates will expire.`,
  },
  'certificate.name_declined': {
    title: msg`Declined names`,
    description: msg`The school keeps the name on one of your certificates, and why.`,
  },
  'certificate.revocation_declined': {
    title: msg`Declined revocations`,
    description: msg`An administrator keeps a certificate whose revocation you have proposed, and why.`,
  },
  'goal.achieved': { title: msg`Goals achieved` },
  'goal.missed': {
    title: msg`Goals past their date`,
    description: msg`You can move the date, make the goal smaller or drop it.`,
  },
  'goal.week': {
    title: msg`Your week`,
    description: msg`What you have done for your weekly goals, once a week.`,
  },
  'announcement.published': {
    title: msg`Announcements`,
    description: msg`What your school and your instructors announce.`,
  },
  'announcement.mailed': {
    title: msg`Important announcements`,
    description: msg`Announcements that their author also sends by email.`,
  },
  'announcement.reminder': {
    title: msg`Reminders of announcements`,
    description: msg`You have not read an announcement, or not confirmed it, and its author reminds you.`,
  },
  'course.completed': { title: msg`Courses completed` },
  'course.weekly_times': {
    title: msg`Q&A times`,
    description: msg`The weekly Q&A sessions of a course of yours take place at other times.`,
  },
  'course.updated': { title: msg`Course updates`, description: msg`New content in your courses, at most once a day.` },
  'course.enrolled': { title: msg`Enrolments`, description: msg`You enrolled in a course, or were enrolled.` },
  'course.invited': {
    title: msg`Course invitations`,
    description: msg`An instructor invites you to a course. You can accept or decline.`,
  },
  'course.new_student': { title: msg`New learners`, description: msg`Someone enrols in a course you teach.` },
  'course.grade_returned': { title: msg`Grades`, description: msg`One of your submissions has been graded.` },
  'course.work_handed_in': {
    title: msg`Submissions`,
    description: msg`A learner hands in an assignment in a course you teach.`,
  },
  'course.comment_answered': { title: msg`Replies to your comments` },
  'course.comment_hidden': {
    title: msg`Hidden comments`,
    description: msg`An instructor hides one of your comments and says why.`,
  },
  'course.review_received': { title: msg`New reviews`, description: msg`A learner reviews a course you teach.` },
  'course.review_answered': {
    title: msg`Answers to your reviews`,
    description: msg`An instructor answers your review of a course.`,
  },
  'course.review_hidden': {
    title: msg`Hidden reviews`,
    description: msg`An administrator hides one of your reviews and says why.`,
  },
  'batch.added': { title: msg`New batches`, description: msg`An instructor adds you to a batch of a course.` },
  'batch.removed': {
    title: msg`Removal from batches`,
    description: msg`You lose your seat in a batch.`,
  },
  'batch.seat_offered': {
    title: msg`Seats offered`,
    description: msg`A seat is free in a batch whose waiting list you're on.`,
  },
  'batch.cancelled': {
    title: msg`Cancelled batches`,
    description: msg`A batch that you attend or teach is cancelled.`,
  },
  'course.session_moved': {
    title: msg`Moved sessions`,
    description: msg`A session of one of your batches has a new time.`,
  },
  'course.session_cancelled': {
    title: msg`Cancelled sessions`,
    description: msg`A session of one of your batches is cancelled.`,
  },
  'course.session_restored': {
    title: msg`Restored sessions`,
    description: msg`A cancelled session of one of your batches takes place after all.`,
  },
  'course.sessions_changed': {
    title: msg`Changed schedules`,
    description: msg`Several sessions of one of your batches have moved or are cancelled.`,
  },
  'course.make_up_planned': {
    title: msg`Make-up sessions`,
    description: msg`Your instructor chooses a session of another batch for you, in place of one that you missed.`,
  },
  'course.make_up_cancelled': {
    title: msg`Cancelled make-up sessions`,
    description: msg`You no longer have a place in a make-up session.`,
  },
  'course.guest_expected': {
    title: msg`Guests`,
    description: msg`A learner of another batch makes up a missed session in one of yours.`,
  },
  'course.guest_cancelled': {
    title: msg`Cancelled guests`,
    description: msg`A learner of another batch no longer comes to one of your sessions.`,
  },
  'batch.new_instructor': {
    title: msg`New instructors`,
    description: msg`Another instructor teaches one of your batches.`,
  },
  'batch.assigned': { title: msg`Batches to teach`, description: msg`You are now the instructor of a batch.` },
  'batch.unassigned': {
    title: msg`Batches that others teach`,
    description: msg`Another instructor teaches a batch instead of you.`,
  },
  'batch.room_changed': {
    title: msg`New rooms of batches`,
    description: msg`One of your batches meets in another room.`,
  },
  'course.session_room_changed': {
    title: msg`New rooms of sessions`,
    description: msg`A session of one of your batches is in another room.`,
  },
  'batch.classroom_changed': {
    title: msg`New classrooms of batches`,
    description: msg`One of your batches meets in another classroom.`,
  },
  'course.session_classroom_changed': {
    title: msg`New classrooms of sessions`,
    description: msg`A session of one of your batches is in another classroom.`,
  },
  'course.session_substitute': {
    title: msg`Substitutes`,
    description: msg`Another instructor teaches a session of one of your batches.`,
  },
  'course.session_assigned': {
    title: msg`Sessions to teach`,
    description: msg`You stand in for the instructor of a session.`,
  },
  'course.session_reminder': {
    title: msg`Session reminders`,
    description: msg`24 hours, 1 hour and 10 minutes before a session. Emails come 24 hours before, and 1 hour before if you haven't read the first reminder.`,
  },
  'course.session_recorded': {
    title: msg`Recordings of sessions`,
    description: msg`The recording of a session of one of your batches can be watched.`,
  },
  'meeting.invited': {
    title: msg`Meeting invitations`,
    description: msg`An instructor invites you to a meeting outside of batches.`,
  },
  'meeting.moved': {
    title: msg`Moved meetings`,
    description: msg`A meeting to which you are invited has a new time.`,
  },
  'meeting.recorded': {
    title: msg`Recordings of meetings`,
    description: msg`The recording of a meeting to which you are invited can be watched.`,
  },
  'meeting.cancelled': {
    title: msg`Cancelled meetings`,
    description: msg`A meeting to which you are invited is cancelled.`,
  },
  'meeting.assigned': {
    title: msg`Meetings to hold`,
    description: msg`You stand in for the host of a meeting.`,
  },
  'meeting.instructor': {
    title: msg`Other instructors of meetings`,
    description: msg`Another instructor holds a meeting to which you are invited.`,
  },
  'meeting.skipped': {
    title: msg`Skipped Q&A sessions`,
    description: msg`A weekly Q&A session of yours doesn't take place on a day, because you are busy then.`,
  },
  'meeting.reminder': {
    title: msg`Meeting reminders`,
    description: msg`24 hours, 1 hour and 10 minutes before a meeting. Emails come 24 hours before.`,
  },
  'course.meeting_failed': {
    title: msg`Rooms that couldn't be created`,
    description: msg`The Zoom meeting of a session that you teach couldn't be created.`,
  },
  'demo.meeting_failed': {
    title: msg`Rooms of demo classes that couldn't be created`,
    description: msg`The Zoom meeting of a demo class that you give couldn't be created.`,
  },
  'meeting.failed': {
    title: msg`Rooms of meetings that couldn't be created`,
    description: msg`The Zoom meeting of a meeting that you hold couldn't be created.`,
  },
  'meeting.attendance_disputed': {
    title: msg`Disputed attendance of meetings`,
    description: msg`Someone says that their attendance of one of your meetings is wrong.`,
  },
  'meeting.dispute_accepted': {
    title: msg`Corrected attendance of meetings`,
    description: msg`The instructor accepts what you say about your attendance of a meeting.`,
  },
  'meeting.dispute_declined': {
    title: msg`Unchanged attendance of meetings`,
    description: msg`The instructor answers why your attendance of a meeting stays as it is.`,
  },
  'course.attendance_disputed': {
    title: msg`Disputed attendance`,
    description: msg`A learner says that their attendance of one of your sessions is wrong.`,
  },
  'course.dispute_accepted': {
    title: msg`Corrected attendance`,
    description: msg`Your instructor accepts what you say about your attendance.`,
  },
  'course.dispute_declined': {
    title: msg`Unchanged attendance`,
    description: msg`Your instructor answers why your attendance stays as it is.`,
  },
  'batch.attendance_low': {
    title: msg`Low attendance`,
    description: msg`You have attended less than 75% of the sessions of a batch so far.`,
  },
  'video.ready': { title: msg`Videos ready`, description: msg`A video in a course you teach can be watched.` },
  'video.failed': {
    title: msg`Videos failed`,
    description: msg`A video in a course you teach could not be processed.`,
  },
  'admin.application_received': {
    title: msg`Applications`,
    description: msg`Someone applies to be an instructor or a corporate client.`,
  },
  'admin.transfer_received': {
    title: msg`Proofs of bank transfers`,
    description: msg`A buyer shows a proof of a bank transfer.`,
  },
  'admin.payment_held': {
    title: msg`Payments to settle`,
    description: msg`Money has arrived that doesn't match its order.`,
  },
  'admin.payment_disputed': {
    title: msg`Disputed payments`,
    description: msg`A buyer has their bank take back a payment, or ask about it.`,
  },
  'admin.dispute_decided': {
    title: msg`Decided disputes`,
    description: msg`A dispute of a payment was won or lost.`,
  },
  'admin.refunded_elsewhere': {
    title: msg`Refunds at the payment provider`,
    description: msg`A payment was refunded in the dashboard of the payment provider.`,
  },
  'admin.ledger_unbalanced': {
    title: msg`Books that don't balance`,
    description: msg`The nightly check of the books finds payments, refunds or documents that don't agree.`,
  },
  'admin.refund_failed': {
    title: msg`Failed refunds`,
    description: msg`The payment provider could not make a refund.`,
  },
  'admin.refund_requested': {
    title: msg`Refund requests`,
    description: msg`A buyer asks for a refund of an order.`,
  },
  'account.refund_approved': {
    title: msg`Approved refund requests`,
    description: msg`The school refunds an order as you have asked.`,
  },
  'account.refund_refused': {
    title: msg`Refused refund requests`,
    description: msg`The school does not refund an order, with a reason.`,
  },
  'account.order_paid': {
    title: msg`Payments received`,
    description: msg`We have received your money for an order.`,
  },
  'account.order_refunded': { title: msg`Refunds`, description: msg`Money for an order goes back to you.` },
  'account.refund_reversed': {
    title: msg`Refunds that did not arrive`,
    description: msg`The bank has returned a refund that was made to you.`,
  },
  'account.payment_failed': {
    title: msg`Failed payments`,
    description: msg`Your bank has refused a payment after you had left the payment page.`,
  },
  'admin.lead_received': {
    title: msg`New leads`,
    description: msg`A visitor sends a message, asks about a course or for a brochure, or asks for training of a company.`,
  },
  'admin.certificate_asked': {
    title: msg`Requests about certificates`,
    description: msg`A learner asks for another name on a certificate, or an instructor proposes to revoke one.`,
  },
  'admin.proposal_decided': {
    title: msg`Decided proposals`,
    description: msg`A company accepts or declines a proposal for training.`,
  },
  'account.transfer_declined': {
    title: msg`Declined bank transfers`,
    description: msg`The proof of one of your bank transfers isn't accepted, with a reason.`,
  },
  'blog.comment_received': {
    title: msg`Comments on your posts`,
    description: msg`A reader comments on a post that you have written.`,
  },
  'blog.comment_answered': { title: msg`Replies to your comments on posts` },
  'blog.comment_rejected': {
    title: msg`Rejected comments`,
    description: msg`An administrator rejects one of your comments on a post, with a reason.`,
  },
  'admin.blog_comments_waiting': {
    title: msg`Comments to approve`,
    description: msg`Comments on posts of the blog wait for approval.`,
  },
  'admin.review_reported': { title: msg`Reported reviews`, description: msg`A user reports a review of a course.` },
  'admin.invitation_accepted': { title: msg`Invitations accepted`, description: msg`Someone you invited has joined.` },
}

/** The words for a kind; the server's own for one that this version of the app does not know yet. */
export function kindWords({ kind, title, description = '' }: { kind: string; title: string; description?: string }) {
  const known = kinds[kind]
  if (!known) return { title, description }
  return { title: t(known.title), description: known.description ? t(known.description) : '' }
}
