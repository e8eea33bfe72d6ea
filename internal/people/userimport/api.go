package userimport

import (
	"context"
	"slices"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type importInput struct {
	ID string `path:"id"`
}

type importsInput struct{ rest.Page }

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.HandleRaw(api, admin, rest.Post("/users/imports", "Create or change an account, in the background, for each row of a CSV file (text/csv with full_name, email, student_number, roles, status, phone, birth_date, street, postal_code, city, region, country), or with dry_run=true report what would happen; the caller confirms their identity first where the same change of one user requires it",
		fault.UnsupportedType, fault.Conflict).Imports().Idempotent().Parameters(importParameters{}).Accepts(nil, "text/csv").Produces(rest.Answer[UserImport]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			options, err := importOptions(r)
			if err != nil {
				return rest.Reply{}, err
			}
			i, err := s.Start(ctx, who, upload, options)
			answer, err := rest.One("The import is started", i, err)
			return rest.JSON(200, answer), err
		})
	rest.Handle(api, admin, rest.Get("/users/imports", "List the imports of all administrators in the last 30 days and dry runs of the last day, newest first"),
		func(ctx context.Context, _ access.Caller, in *importsInput) (rest.List[UserImport], error) {
			limit, offset := in.LimitOffset()
			is, total, err := s.Imports(ctx, limit, offset)
			return rest.Many(in.Page, is, total, err)
		})
	rest.Handle(api, admin, rest.Get("/users/imports/{id}", "Get the progress of an import and, once it is over, what it changed", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *importInput) (rest.Answer[UserImportDetail], error) {
			d, err := s.Get(ctx, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, admin, rest.Post("/users/imports/{id}/cancel", "Cancel an import before its next rows; changes made stay", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *importInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The import is cancelled", s.Cancel(ctx, who, in.ID))
		})
	rest.HandleRaw(api, admin, rest.Get("/users/imports/{id}/refused", "Export the rows that an import refused, and why, as a CSV file", fault.NotFound).Produces(nil, "text/csv"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.ExportRefused(ctx, r.Path("id"))
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="refused-rows.csv"`}, write), err
		})
}

// importParameters are the parameters of an import.
type importParameters struct {
	rest.SheetParameters
	Existing    string `query:"existing" enum:"keep,update" default:"keep" required:"false" doc:"update: users who have an account, found by student_number or email, are changed to what the sheet says; empty cells change nothing."`
	Missing     string `query:"missing" enum:"keep,deactivate" default:"keep" required:"false" doc:"deactivate: active users who have missing_role, and no other role, and are not in the sheet are deactivated."`
	MissingRole string `query:"missing_role" enum:"student,instructor,corporate" default:"student" required:"false" doc:"Of missing=deactivate."`
	Deactivated int64  `query:"deactivated" required:"false" doc:"How many that are, as the dry run has said: nothing is changed when it is another number by now."`
}

// importOptions reads the parameters of an import besides dry_run.
func importOptions(r *rest.Request) (o ImportOptions, err error) {
	var broken fault.Fields
	choice := func(name, other string) bool {
		value := r.Query(name)
		broken.Require(value == "" || value == "keep" || value == other, name, "unknown_value", name+" must be keep or "+other)
		return value == other
	}
	o.Update = choice("existing", "update")
	role := access.Role(r.Query("missing_role"))
	broken.Require(role == "" || role != access.Admin && slices.Contains(access.AllRoles, role), "missing_role", "unknown_value", "missing_role must be student, instructor or corporate")
	if choice("missing", "deactivate") {
		if o.MissingRole = role; role == "" {
			o.MissingRole = access.Student
		}
	}
	if number := r.Query("deactivated"); number != "" {
		o.Deactivated, err = strconv.ParseInt(number, 10, 64)
		broken.Require(err == nil, "deactivated", "invalid_type", "deactivated must be a number of users")
	}
	return o, broken.Err()
}
