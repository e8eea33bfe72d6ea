package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/meeting"
)

const (
	reportJob = "live.attendance"
	// BigBlueButton is asked who is in its rooms this often.
	reportEvery = time.Minute
	// reportSilence is how long someone who is not seen there is still in: three reports.
	reportSilence = 3*time.Minute + 30*time.Second
	// reportBefore is how long before a session its room is watched.
	reportBefore = time.Hour
)

// MeetingServer is a server of the school on which sessions can meet.
type MeetingServer struct {
	Name string `json:"name" enum:"bigbluebutton,jitsi,zoom"`
	Host string `json:"host"`
}

// MeetingServers returns the servers that rooms can be on. For instructors and administrators.
func (s *Service) MeetingServers() []MeetingServer {
	servers := make([]MeetingServer, len(s.deps.Servers.All))
	for i, one := range s.deps.Servers.All {
		servers[i] = MeetingServer{one.Name, one.Host}
	}
	return servers
}

// CheckServer returns nil if sessions can meet on a server. For administrators. fault.NotFound if it is not configured; fault.Unavailable if it doesn't answer or refuses.
func (s *Service) CheckServer(ctx context.Context, name string) error {
	server, ok := s.deps.Servers.Named(name)
	if !ok {
		return fault.New(fault.NotFound, "meeting_server_not_found", "This meeting server isn't set up.")
	}
	return server.Check(ctx)
}

// Handlers ask BigBlueButton every minute who is in the rooms of sessions, and whether a room has ended when it says so.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		reportJob: {Every: reportEvery, Do: func(ctx context.Context, _ []jobs.Job) error { return s.report(ctx) }},
		endJob:    {Do: s.end},
	}
}

// report records who is in rooms of BigBlueButton now. A room that can't be asked keeps none of the others from being asked.
func (s *Service) report(ctx context.Context) error {
	server, now := s.deps.Servers.BigBlueButton, s.deps.Clock.Now()
	if server == nil {
		return nil
	}
	sessions, err := openRooms(ctx, s.deps.DB.Reader(), meeting.BigBlueButton, now)
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range sessions {
		if err := s.reportRoom(ctx, server, id); err != nil {
			failed = append(failed, fmt.Errorf("session %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) reportRoom(ctx context.Context, server *meeting.BigBlueButtonServer, sessionID string) error {
	present, err := server.Present(ctx, sessionID)
	if err != nil || len(present) == 0 {
		return err
	}
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		known, err := knownUsers(ctx, tx, present)
		if err != nil {
			return err
		}
		for _, id := range known {
			if err := attendance.Remain(ctx, tx, attendance.OfSession, attendance.Cell{SessionID: sessionID, UserID: id}, attendance.ByServer, now, reportSilence); err != nil {
				return err
			}
		}
		return nil
	})
}
