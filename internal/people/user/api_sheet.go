package user

import (
	"context"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

func (s *Service) registerSheets(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.HandleRaw(api, admin, rest.Get("/users/export", "Users by a filter, as a CSV file").Exports().
		Parameters(Filter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f, err := parseFilter(r.RawQuery())
			if err != nil {
				return rest.Reply{}, err
			}
			write, err := s.Export(ctx, who, f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="users.csv"`}, write), err
		})
	rest.HandleRaw(api, admin, rest.Post("/users/import", "Make or change an account for each row of a sheet (text/csv with full_name, email, student_number, roles, status), or with dry_run=true say what would happen; the caller confirms their identity first where the same change of one user asks for it",
		fault.UnsupportedType, fault.Conflict).Imports().Idempotent().Parameters(importParameters{}).Accepts(nil, "text/csv").Produces(rest.Answer[ImportResult]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			options, err := importOptions(r)
			if err != nil {
				return rest.Reply{}, err
			}
			result, err := s.Import(ctx, who, upload, options)
			answer, err := rest.One("", result, err)
			return rest.JSON(200, answer), err
		})
}

// importParameters are the parameters of an import.
type importParameters struct {
	rest.SheetParameters
	Existing    string `query:"existing" enum:"keep,update" default:"keep" required:"false" doc:"update: users who have an account, found by student_number or email, are changed to what the sheet says; empty cells change nothing."`
	Missing     string `query:"missing" enum:"keep,deactivate" default:"keep" required:"false" doc:"deactivate: active students without another role who are not in the sheet are deactivated."`
	Deactivated int64  `query:"deactivated" required:"false" doc:"How many that are, as the dry run has said: nothing is changed when it is another number by now."`
}

// importOptions reads the parameters of an import besides dry_run.
func importOptions(r *rest.Request) (o ImportOptions, err error) {
	var broken fault.Fields
	choice := func(name, other string) bool {
		value := r.Query(name)
		broken.Require(value == "" || value == "keep" || value == other, name, "unknown_value", name+" is keep or "+other)
		return value == other
	}
	o.Update, o.Deactivate = choice("existing", "update"), choice("missing", "deactivate")
	if number := r.Query("deactivated"); number != "" {
		o.Deactivated, err = strconv.ParseInt(number, 10, 64)
		broken.Require(err == nil, "deactivated", "invalid_type", "deactivated is a number of students")
	}
	return o, broken.Err()
}
