package announcement

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	rest.Page
	Filter
}

type recentInput struct {
	Limit int64 `query:"limit" default:"10" minimum:"1" msg:"limit must be 1 or more" doc:"At most 50; more is capped."`
}

type studentsInput struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The beginning of a word of the name, or of the email address."`
	Limit  int64  `query:"limit" default:"50" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
}

type oneInput struct {
	ID string `path:"id"`
}

type createInput struct{ Body NewAnnouncement }

type changeInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body AnnouncementEdit
}

type statusInput struct{ Body AnnouncementStatusChange }

type previewInput struct{ Body Targeting }

type readersInput struct {
	ID string `path:"id"`
	rest.Page
}

const (
	mostRecent = 50
	mostFound  = 100 // students of one search
	root       = "/announcements"
	one        = root + "/{id}"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerReading(api)
	s.registerReceipts(api)
	s.registerManaging(api)
	s.registerReports(api)
}

func (s *Service) registerReading(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get(root, "List the announcements that are shown to the caller; instructors and administrators also see those that they can manage"),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[Announcement], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.List(ctx, who, in.Filter, limit, offset)
			list, err := rest.Many(in.Page, items, n.Total, err)
			if n.AtLeast {
				list.Pagination.IsExact = new(false)
			}
			return list, err
		})
	rest.Handle(api, rest.SignedIn, rest.Get(root+"/recent", "List the newest announcements that are shown to the caller, sticky ones first"),
		func(ctx context.Context, who access.Caller, in *recentInput) (rest.Answer[[]Announcement], error) {
			items, err := s.Recent(ctx, who, min(in.Limit, mostRecent))
			return rest.One("", items, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(root+"/unread-count", "Count the announcements that are shown to the caller and that they have not read"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[UnreadAnnouncements], error) {
			n, err := s.Unread(ctx, who)
			return rest.One("", n, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(one, "Read an announcement", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Announcement], error) {
			a, err := s.One(ctx, who, in.ID)
			return rest.One("", a, err)
		})
}

func (s *Service) registerReceipts(api *rest.API) {
	receipt := func(name, summary, message string, note func(context.Context, access.Caller, string) (Announcement, error)) {
		rest.Handle(api, rest.SignedIn, rest.Post(one+name, summary, fault.NotFound),
			func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Announcement], error) {
				a, err := note(ctx, who, in.ID)
				return rest.One(message, a, err)
			})
	}
	receipt("/read", "Mark an announcement as read by the caller; repeating changes nothing", "Marked as read", s.Read)
	receipt("/seen", "Record that an announcement was on the caller's screen; repeating changes nothing", "", s.Seen)
	receipt("/acknowledge", "Confirm that the caller has read an announcement; repeating changes nothing", "Confirmed", s.Acknowledge)
	rest.Handle(api, rest.SignedIn, rest.Post(root+"/read-all", "Mark all announcements that are shown to the caller as read"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[UnreadAnnouncements], error) {
			n, err := s.ReadAll(ctx, who)
			return rest.One("All marked as read", n, err)
		})
}

func (s *Service) registerManaging(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Create(root, "Create an announcement, published at once, later, or kept as a draft", fault.NotFound, fault.Forbidden).Idempotent(),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[Announcement], error) {
			a, err := s.Create(ctx, who, in.Body)
			return rest.One("Announcement created", a, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(one, "Replace an announcement", fault.NotFound, fault.Forbidden).WithDetails(fault.Precondition, "stale_version", Announcement{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[Announcement], error) {
			a, err := s.Change(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Announcement saved", a, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete(one, "Delete an announcement for everyone", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Announcement deleted", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Put(root+"/bulk-status", "Change the status of announcements; the answer has the outcome for each"),
		func(ctx context.Context, who access.Caller, in *statusInput) (rest.Answer[[]StatusOutcome], error) {
			outcomes, err := s.SetStatus(ctx, who, in.Body)
			return rest.One("", outcomes, err)
		})
}

func (s *Service) registerReports(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Post(one+"/remind", "Remind those who have not confirmed an announcement, or not read one that asks for no confirmation", fault.NotFound, fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[AnnouncementReminder], error) {
			sent, err := s.Remind(ctx, who, in.ID)
			return rest.One("", sent, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(root+"/students", "Search students whom the caller can address"),
		func(ctx context.Context, who access.Caller, in *studentsInput) (rest.Answer[[]AddressableStudent], error) {
			found, err := s.Students(ctx, who, in.Search, min(in.Limit, mostFound))
			return rest.One("", found, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post(root+"/preview-targeting", "Count the people in an audience now, without changing anything", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *previewInput) (rest.Answer[TargetingPreview], error) {
			p, err := s.Preview(ctx, who, in.Body)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(one+"/read-status", "List who has read an announcement and who has not", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *readersInput) (rest.Answer[AnnouncementReaders], error) {
			limit, offset := in.LimitOffset()
			status, err := s.ReadStatus(ctx, who, in.ID, limit, offset)
			return rest.One("", status, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get(root+"/analytics", "Get statistics of all announcements"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[AnnouncementFigures], error) {
			a, err := s.Analytics(ctx)
			return rest.One("", a, err)
		})
}
