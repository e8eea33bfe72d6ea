package notification

import (
	"context"
	"fmt"

	"lectern/internal/people/classfacts"
	"lectern/internal/people/notificationkind"
)

// notifyBatchMember notifies a user that they were given a seat in a batch, or have lost it: if it is so still, and not by themselves.
func (s *Service) notifyBatchMember(ctx context.Context, dedupKey string, kind notificationkind.Kind, batchID, userID, actorID string) error {
	b, err := classfacts.BatchOf(ctx, s.db.Reader(), batchID, userID)
	if err != nil || b == nil || userID == actorID || b.HasSeat != (kind == notificationkind.BatchAdded) {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{userID}, Data: batchData(b)})
}

// notifyBatchCancelled notifies the members of a batch, the guests of its sessions and its instructor that it is cancelled, but not who has cancelled it.
func (s *Service) notifyBatchCancelled(ctx context.Context, dedupKey string, e batchCancelled) error {
	b, err := classfacts.BatchOf(ctx, s.db.Reader(), e.BatchID, "")
	if err != nil || b == nil || b.Status != "Cancelled" {
		return err
	}
	to, err := classfacts.Members(ctx, s.db.Reader(), e.BatchID)
	if err != nil {
		return err
	}
	guests, err := classfacts.GuestsOf(ctx, s.db.Reader(), classfacts.OfBatch, e.BatchID, s.clock.Now())
	if err != nil {
		return err
	}
	to = append(to, guests...)
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.BatchCancelled, To: without(append(to, b.InstructorID), e.ActorID), Emails: byPreference.unless(e.NoEmails), Data: batchData(b)})
}

// notifySeatOffered notifies a user of a waiting list that a seat is offered to them, while it is.
func (s *Service) notifySeatOffered(ctx context.Context, dedupKey, waitingID string) error {
	offer, err := classfacts.OfferOf(ctx, s.db.Reader(), waitingID)
	if err != nil || offer == nil {
		return err
	}
	b, err := classfacts.BatchOf(ctx, s.db.Reader(), offer.BatchID, offer.UserID)
	if err != nil || b == nil {
		return err
	}
	data := batchData(b)
	data["waiting"], data["hours"] = waitingID, fmt.Sprint(int(offer.OfferUntil.Sub(offer.OfferedAt).Hours()))
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.BatchSeatOffered, To: []string{offer.UserID}, Data: data})
}

// notifyInstructorChanged notifies the members of a batch that another instructor teaches it, and both instructors; not the user who did it.
func (s *Service) notifyInstructorChanged(ctx context.Context, dedupKey string, e instructorChanged) error {
	b, err := classfacts.BatchOf(ctx, s.db.Reader(), e.BatchID, "")
	if err != nil || b == nil || b.Status == "Cancelled" || b.Status == "Completed" || b.InstructorID != e.To {
		return err
	}
	members, err := classfacts.Members(ctx, s.db.Reader(), e.BatchID)
	if err != nil {
		return err
	}
	for _, n := range []Notice{
		{Kind: notificationkind.BatchAssigned, To: []string{e.To}}, {Kind: notificationkind.BatchUnassigned, To: []string{e.From}}, {Kind: notificationkind.BatchNewInstructor, To: members},
	} {
		if e.To == "" && n.Kind == notificationkind.BatchNewInstructor {
			continue // nobody teaches it now
		}
		n.DedupKey, n.To, n.Data, n.Emails = dedupKey, without(n.To, e.ActorID), batchData(b), byPreference.unless(e.NoEmails)
		if err := s.Notify(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// notifyAttendanceLow notifies a member that they have attended few of the sessions of a batch so far, while they have a seat in it.
func (s *Service) notifyAttendanceLow(ctx context.Context, dedupKey string, e attendanceLow) error {
	b, err := classfacts.BatchOf(ctx, s.db.Reader(), e.BatchID, e.UserID)
	if err != nil || b == nil || !b.HasSeat {
		return err
	}
	data := batchData(b)
	data["attended"], data["counted"] = fmt.Sprint(e.Attended), fmt.Sprint(e.Counted)
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.AttendanceLow, To: []string{e.UserID}, Data: data})
}

func batchData(b *classfacts.Batch) Data {
	return Data{"batch": b.ID, "batch_name": b.BatchName, "course": b.CourseID, "course_title": b.CourseTitle, "reason": b.Reason}
}

// notifyDispute notifies the instructor of a session or a meeting, or those of its course if it has none, that a learner says that their attendance is wrong, while that is not
// answered. The learner's words stay with the dispute, which goes with their account.
func (s *Service) notifyDispute(ctx context.Context, dedupKey string, e attendanceDisputed) error {
	q := s.db.Reader()
	d, err := classfacts.DisputeOf(ctx, q, e.Kind, e.OwnerID, e.UserID)
	if err != nil || d == nil || d.State != "open" {
		return err
	}
	n := Notice{DedupKey: dedupKey, Kind: notificationkind.AttendanceDisputed, To: []string{d.Instructor}, Data: disputeData(d).by(e.UserID)}
	if d.Meeting != nil {
		n.Kind = notificationkind.MeetingDisputed
	}
	if d.Instructor == "" {
		if n.To, err = teachersOf(ctx, q, d.CourseID); err != nil {
			return err
		}
	}
	return s.Notify(ctx, n)
}

// notifyDisputeAnswered notifies a learner of what was answered to what they say against their attendance.
func (s *Service) notifyDisputeAnswered(ctx context.Context, dedupKey string, e disputeAnswered) error {
	d, err := classfacts.DisputeOf(ctx, s.db.Reader(), e.Kind, e.OwnerID, e.UserID)
	if err != nil || d == nil {
		return err
	}
	accepted, declined := notificationkind.DisputeAccepted, notificationkind.DisputeDeclined
	if d.Meeting != nil {
		accepted, declined = notificationkind.MeetingCorrected, notificationkind.MeetingUnchanged
	}
	n := Notice{DedupKey: dedupKey, Kind: accepted, To: without([]string{e.UserID}, e.ActorID), Data: disputeData(d)}
	if d.State == "declined" {
		n.Kind, n.Data["reason"] = declined, d.Answer
	}
	return s.Notify(ctx, n)
}

func disputeData(d *classfacts.Dispute) Data {
	if d.Meeting != nil {
		return meetingData(d.Meeting)
	}
	return sessionData(d.Session)
}
