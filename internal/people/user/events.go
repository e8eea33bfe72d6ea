package user

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// UserEvent is a security event or an activity of a user.
type UserEvent struct {
	ID        string    `json:"id"`
	At        time.Time `json:"at"`
	Kind      string    `json:"kind" doc:"Such as signed_in, password_changed; enrolled, watched."`
	About     string    `json:"about" doc:"The title of the course or the video, the role, the action; may be empty."`
	TargetID  string    `json:"target_id" doc:"Of that; may be empty."`
	Network   string    `json:"network" doc:"From where, as far as it is kept: the network, not the machine."`
	UserAgent string    `json:"user_agent"`
}

// Activity returns a page of a user's activity, newest first, and the next cursor. For administrators. fault.NotFound,
// fault.Invalid for an invalid cursor.
func (s *Service) Activity(ctx context.Context, user string, page rest.Page, scroll rest.CursorParam) ([]UserEvent, rest.Count, string, error) {
	return s.events(ctx, user, page, scroll, enrolled, applied, created, uploaded, watched, signedIn, governed)
}

// SecurityLog returns a page of a user's security events, like Activity. For administrators and the user.
func (s *Service) SecurityLog(ctx context.Context, user string, page rest.Page, scroll rest.CursorParam) ([]UserEvent, rest.Count, string, error) {
	return s.events(ctx, user, page, scroll, security)
}

// events merges the newest rows of several sources; it reads no more of each than fits on the pages so far.
func (s *Service) events(ctx context.Context, user string, page rest.Page, scroll rest.CursorParam, sources ...string) (events []UserEvent, n rest.Count, next string, err error) {
	before, id := s.clock.Now().AddDate(100, 0, 0), ""
	behind, err := scroll.Decode(2)
	if err == nil && behind != nil {
		if before, err = time.Parse(time.RFC3339Nano, behind[0]); err != nil {
			err = rest.InvalidCursor()
		}
		id = behind[1]
	}
	if err != nil {
		return nil, n, "", err
	}
	limit, offset := page.LimitOffset()
	if behind != nil {
		offset = 0
	}
	if offset+limit >= rest.MaxCount {
		return nil, n, "", fault.Fields{{Name: "page", Code: "out_of_range", Message: "Use the cursor for pages this far down"}}.Err()
	}
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		if _, err := (query{db: q, now: s.clock.Now()}).byID(ctx, user); err != nil {
			return err
		}
		for _, source := range sources {
			some, err := eventsOf(ctx, q, source, user, before, id, offset+limit+1)
			if err != nil {
				return err
			}
			events = append(events, some...)
		}
		return nil
	})
	slices.SortFunc(events, func(a, b UserEvent) int {
		if c := b.At.Compare(a.At); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	n = rest.Count{Total: int64(len(events)), AtLeast: int64(len(events)) > offset+limit}
	if events = events[min(int(offset), len(events)):]; int64(len(events)) > limit {
		events = events[:limit]
		next = rest.EncodeCursor(events[limit-1].At.Format(time.RFC3339Nano), events[limit-1].ID)
	}
	return events, n, next, err
}

type eventsInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
}

type ownEventsInput struct {
	rest.Page
	rest.CursorParam
}

func (s *Service) registerEvents(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/users/{id}/activity", "List the activity of a user, newest first", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *eventsInput) (rest.List[UserEvent], error) {
			events, n, next, err := s.Activity(ctx, in.ID, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, events, n, next, err)
		})
	rest.Handle(api, admin, rest.Get("/users/{id}/security-log", "List the security log of an account, newest first", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *eventsInput) (rest.List[UserEvent], error) {
			events, n, next, err := s.SecurityLog(ctx, in.ID, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, events, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/security-log", "List the security log of the caller's account, newest first"),
		func(ctx context.Context, who access.Caller, in *ownEventsInput) (rest.List[UserEvent], error) {
			events, n, next, err := s.SecurityLog(ctx, who.ID, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, events, n, next, err)
		})
}
