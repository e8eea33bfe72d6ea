package certificate

import (
	"context"
	"io"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type oneInput struct {
	ID string `path:"id"`
}

type codeInput struct {
	Code string `path:"code" doc:"As printed. Hyphens and upper or lower case make no difference."`
}

type courseInput struct {
	ID string `path:"id"`
	Filter
	rest.Page
}

type ruleInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewRule
}

type issueInput struct {
	ID   string `path:"id"`
	Body Selection
}

type revokeInput struct {
	ID   string `path:"id"`
	Body Revocation
}

type reissueInput struct {
	ID   string `path:"id"`
	Body Reissue
}

type downloadInput struct {
	ID string `path:"id"`
	Filter
}

type zipInput struct {
	Token string `path:"token"`
}

type showInput struct {
	ID   string `path:"id"`
	Body ShownFigures
}

type declineInput struct {
	ID   string `path:"id"`
	Body CertificateDecline
}

type correctInput struct {
	ID   string `path:"id"`
	Body NameCorrection
}

const (
	one     = "/certificates/{id}"
	ofOne   = "/certificates/courses/{id}"
	pdfType = "application/pdf"
	zipType = "application/zip"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/certificates", "List the caller's certificates, newest first"),
		func(ctx context.Context, who access.Caller, in *rest.Page) (rest.List[Certificate], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Mine(ctx, who, limit, offset)
			return rest.Many(*in, items, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(one, "Read a certificate", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Certificate], error) {
			c, err := s.Get(ctx, who, in.ID)
			return rest.One("", c, err)
		})
	rest.HandleRaw(api, rest.SignedIn, rest.Get(one+"/pdf", "Get a certificate as a PDF, as it was issued", fault.NotFound).Parameters(oneInput{}).Produces(nil, pdfType),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			c, o, err := s.PDF(ctx, who, r.Path("id"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(o, rest.Headers{ContentType: pdfType, CacheControl: "private, no-store", ETag: `"` + c.PDFSHA256 + `"`, ModTime: c.IssuedAt,
				Disposition: attachment.Download(c.ShownCode + ".pdf")}), nil
		})
	rest.Handle(api, rest.Public, rest.Get("/certificates/verify/{code}", "Check a certificate by its code: what it says, and whether it is valid", fault.NotFound, fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *codeInput) (rest.Answer[Verification], error) {
			v, err := s.Verify(ctx, in.Code)
			return rest.One("", v, err)
		})
	s.registerBadges(api)
	s.registerChanges(api)
	s.registerCourses(api)
}

func (s *Service) registerChanges(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Patch(one, "Choose what the public page of a certificate of the caller shows", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *showInput) (rest.Answer[Certificate], error) {
			c, err := s.Show(ctx, who, in.ID, in.Body)
			return rest.One("Public page changed", c, err)
		})
	rest.Handle(api, rest.Roles(access.Instructor, access.Admin), rest.Post(one+"/revocation-proposal", "Propose that a certificate of a course of the caller is revoked", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *revokeInput) (rest.Answer[Certificate], error) {
			c, err := s.Propose(ctx, who, in.ID, in.Body)
			return rest.One("Revocation proposed", c, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post(one+"/decline", "Decline the name for which a holder asks, or the revocation that an instructor proposes", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *declineInput) (rest.Answer[Certificate], error) {
			c, err := s.Decline(ctx, who, in.ID, in.Body)
			return rest.One("Request declined", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post(one+"/name-correction", "Ask for another name on a certificate of the caller, once", fault.NotFound, fault.Conflict).Idempotent().DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *correctInput) (rest.Answer[Certificate], error) {
			c, err := s.CorrectName(ctx, who, in.ID, in.Body)
			return rest.One("Correction requested", c, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post(one+"/revoke", "Revoke a certificate", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *revokeInput) (rest.Answer[Certificate], error) {
			c, err := s.Revoke(ctx, who, in.ID, in.Body)
			return rest.One("Certificate revoked", c, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Create(one+"/reissue", "Issue another certificate in place of one", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *reissueInput) (rest.Answer[Certificate], error) {
			c, err := s.Reissue(ctx, who, in.ID, in.Body)
			return rest.One("Certificate issued anew", c, err)
		})
}

func (s *Service) registerCourses(api *rest.API) {
	staff := rest.Roles(access.Instructor, access.Admin)
	rest.Handle(api, staff, rest.Post(ofOne+"/downloads", "Get a signed URL of the certificates of a course as one ZIP file", fault.NotFound, fault.Forbidden, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *downloadInput) (rest.Answer[CertificateDownload], error) {
			d, err := s.Downloads(ctx, who, in.ID, in.Filter)
			return rest.One("", d, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get(downloads+"{token}", "Get certificates of a course as a ZIP file, by its signed URL", fault.Unauthenticated).Parameters(zipInput{}).Produces(nil, zipType),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.Zip(r.Path("token"))
			return rest.Stream(rest.Headers{ContentType: zipType, CacheControl: "private, no-store", Disposition: attachment.Download("certificates.zip")},
				func(w io.Writer) error { return write(ctx, w) }), err
		})
	rest.Handle(api, staff, rest.Get(ofOne, "List the certificates of a course, newest first", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.List[Certificate], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.OfCourse(ctx, who, in.ID, in.Filter, limit, offset)
			return rest.Counted(in.Page, items, n, err)
		})
	rest.Handle(api, staff, rest.Get(ofOne+"/rule", "Read by which rule certificates of a course are issued", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Rule], error) {
			r, err := s.Rule(ctx, who, in.ID)
			return rest.One("", r, err)
		})
	rest.Handle(api, staff, rest.Put(ofOne+"/rule", "Set by which rule certificates of a course are issued", fault.NotFound, fault.Forbidden).
		WithDetails(fault.Precondition, "stale_version", Rule{}),
		func(ctx context.Context, who access.Caller, in *ruleInput) (rest.Answer[Rule], error) {
			r, err := s.PutRule(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Rule saved", r, err)
		})
	rest.Handle(api, staff, rest.Post(ofOne+"/issue", "Issue certificates to learners of a course for whom its rule holds; they are drawn in the background", fault.NotFound, fault.Forbidden).Idempotent(),
		func(ctx context.Context, who access.Caller, in *issueInput) (rest.Answer[Selected], error) {
			result, err := s.Issue(ctx, who, in.ID, in.Body)
			return rest.One("", result, err)
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "certificates", Column: "user_id", Export: []string{"code", "course_title", "status", "name", "issuer", "facts", "issued_at", "expires_at", "ended_at", "cause", "reason", "asked_name", "asked_reason", "asked_answer", "hides_score", "hides_hours"}},
		{Table: "certificates", Column: "proposed_by", Export: []string{"code", "course_title", "proposed_at", "proposed_cause", "proposed_reason"}}}
}
