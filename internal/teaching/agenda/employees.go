package agenda

import (
	"context"
	"slices"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// EmployeeMeeting is a session, or a meeting outside of batches, to which people of a company go.
type EmployeeMeeting struct {
	Kind           string     `json:"kind" enum:"session,meeting" doc:"meeting: a live meeting outside of batches."`
	ID             string     `json:"id"`
	BatchName      string     `json:"batch_name" doc:"Empty for a meeting."`
	CourseID       string     `json:"course_id" doc:"Empty for a meeting that belongs to no course."`
	CourseTitle    string     `json:"course_title"`
	Title          string     `json:"title" doc:"May be empty."`
	Timezone       string     `json:"timezone" doc:"IANA name, of the batch or the meeting."`
	StartsAt       time.Time  `json:"starts_at"`
	EndsAt         time.Time  `json:"ends_at"`
	HasBegun       bool       `json:"has_begun"`
	InstructorName string     `json:"instructor_name"`
	PeopleCount    int64      `json:"people_count" doc:"Of the caller's companies."`
	People         []Employee `json:"people" doc:"The first 20 of them by name."`
}

// Employee is a person of a company.
type Employee struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

const mostPeople = 20 // by name, of each meeting

type employeeMeetingsInput struct {
	Limit int64 `query:"limit" default:"20" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
}

// registerEmployees mounts what a company sees of its people's calendars, at the address that the specification's catalogue has for it.
func (s *Service) registerEmployees(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/all-employee-meetings", "List the sessions and meetings ahead of the people of the companies that the caller manages"),
		func(ctx context.Context, who access.Caller, in *employeeMeetingsInput) (rest.Answer[[]EmployeeMeeting], error) {
			meetings, err := s.EmployeeMeetings(ctx, who, min(in.Limit, rest.MaxLimit))
			return rest.One("", meetings, err)
		})
}

// EmployeeMeetings returns the sessions and meetings that are going on or ahead and to which people of the caller's companies go, by time. For signed-in callers:
// only managers of an active company have such people.
func (s *Service) EmployeeMeetings(ctx context.Context, who access.Caller, limit int64) ([]EmployeeMeeting, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	entries, err := sessionsOfEmployees(ctx, q, who, now, limit)
	if err != nil {
		return nil, err
	}
	meetings, err := meetingsOfEmployees(ctx, q, who, now, limit)
	if err != nil {
		return nil, err
	}
	entries = append(entries, meetings...)
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.StartsAt.Compare(b.StartsAt) })
	entries = entries[:min(int64(len(entries)), limit)]
	people, err := employeesExpected(ctx, q, who, entries)
	if err != nil {
		return nil, err
	}
	all := make([]EmployeeMeeting, len(entries))
	for i, e := range entries {
		all[i] = EmployeeMeeting{e.Kind, e.ID, e.BatchName, e.CourseID, e.CourseTitle, e.Title, e.Timezone, e.StartsAt, e.EndsAt, !e.StartsAt.After(now), e.InstructorName, 0, []Employee{}}
		for _, p := range people[e.ID] {
			all[i].PeopleCount = p.Total
			all[i].People = append(all[i].People, Employee{p.ID, p.FullName})
		}
	}
	return all, nil
}
