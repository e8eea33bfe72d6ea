package certificatetemplate

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type createInput struct{ Body NewCertificateTemplate }

type previewInput struct{ Body PreviewedLayout }

type oneInput struct {
	ID string `path:"id"`
}

type saveInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body CertificateTemplateEdit
}

type archiveInput struct {
	ID   string `path:"id"`
	Body CertificateTemplateArchive
}

type pictureInput struct {
	ID string `path:"pictureId"`
}

type pdfInput struct {
	ID     string `path:"id"`
	Sample string `query:"sample" enum:"latin,cyrillic,devanagari,bengali,tamil,arabic,longest" msg:"There is no such sample" doc:"Whose name is shown. Absent: latin."`
}

const (
	root    = "/certificate-templates"
	one     = root + "/{id}"
	svgType = "image/svg+xml"
	pdfType = "application/pdf"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get(root, "List the templates of certificates"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]CertificateTemplateSummary], error) {
			all, err := s.List(ctx)
			return rest.One("", all, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(one, "Read a template of certificates", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[CertificateTemplate], error) {
			t, err := s.Get(ctx, in.ID)
			return rest.One("", t, err)
		})
	s.registerChanges(api)
	s.registerPreviews(api)
	s.registerPictures(api)
}

func (s *Service) registerChanges(api *rest.API) {
	admins := rest.Roles(access.Admin)
	rest.Handle(api, admins, rest.Create(root, "Begin a template of certificates with the standard layout, or a copy of another", fault.Conflict),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[CertificateTemplate], error) {
			t, err := s.Create(ctx, who, in.Body)
			return rest.One("Template created", t, err)
		})
	rest.Handle(api, admins, rest.Put(one, "Save a template of certificates; what was issued on it stays as it is", fault.NotFound).WithDetails(fault.Precondition, "stale_version", CertificateTemplate{}),
		func(ctx context.Context, who access.Caller, in *saveInput) (rest.Answer[CertificateTemplate], error) {
			t, err := s.Save(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Template saved", t, err)
		})
	rest.Handle(api, admins, rest.Patch(one, "Archive a template of certificates, so that courses can't choose it any more, or restore it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *archiveInput) (rest.Answer[CertificateTemplate], error) {
			t, err := s.Archive(ctx, who, in.ID, in.Body.Archived)
			return rest.One("Template saved", t, err)
		})
	rest.Handle(api, admins, rest.Delete(one, "Delete a template of certificates on which no course issues any", fault.NotFound).WithDetails(fault.Conflict, "template_in_use", CertificateTemplateUses{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Template deleted", s.Delete(ctx, who, in.ID))
		})
}

func (s *Service) registerPreviews(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Post(root+"/preview", "Draw a layout of certificates that need not be saved, with a sample", fault.TooMany, fault.Unavailable),
		func(ctx context.Context, who access.Caller, in *previewInput) (rest.Answer[CertificatePreview], error) {
			p, err := s.Preview(ctx, who, in.Body)
			return rest.One("", p, err)
		})
	rest.HandleRaw(api, rest.Teachers, rest.Get(one+"/preview.svg", "Draw a template of certificates with a sample", fault.NotFound, fault.TooMany, fault.Unavailable).
		Parameters(oneInput{}).Produces(nil, svgType),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			svg, err := s.SVG(ctx, who, r.Path("id"))
			return rest.Bytes(svg, rest.Headers{ContentType: svgType, CacheControl: "private, no-store"}), err
		})
	rest.HandleRaw(api, rest.Teachers, rest.Get(one+"/preview.pdf", "Draw a template of certificates with a sample, as a PDF such as is issued", fault.NotFound, fault.TooMany, fault.Unavailable).
		Parameters(pdfInput{}).Produces(nil, pdfType),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			sample := r.Query("sample")
			if sample == "" {
				sample = latin
			}
			if _, known := samples[sample]; !known {
				return rest.Reply{}, fault.InvalidField("sample", "invalid", "There is no such sample")
			}
			name, pdf, err := s.PDF(ctx, who, r.Path("id"), sample)
			return rest.Bytes(pdf, rest.Headers{ContentType: pdfType, CacheControl: "private, no-store", Disposition: attachment.Download(name + ".pdf")}), err
		})
}

func (s *Service) registerPictures(api *rest.API) {
	upload := rest.Create(root+"/pictures", "Upload a picture for templates of certificates: a PNG, JPEG or WebP file of at most 5 MB; what no template shows is deleted after a day",
		fault.TooLarge, fault.UnsupportedType, fault.TooMany, fault.Unavailable, fault.NoSpace).
		Accepts(nil, pictureRules.Types...).Produces(rest.Answer[CertificatePicture]{})
	rest.HandleRaw(api, rest.Roles(access.Admin), upload, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		kind, _ := r.ContentType()
		if err := pictureRules.Takes(kind); err != nil {
			return rest.Reply{}, err
		}
		p, err := s.AddPicture(ctx, who, r.Body)
		answer, err := rest.One("Picture uploaded", p, err)
		return rest.JSON(201, answer), err
	})
	rest.HandleRaw(api, rest.Public, rest.Get(picturePath+"{pictureId}", "Get a picture of templates of certificates", fault.NotFound).
		Parameters(pictureInput{}).Produces(nil, "image/png", "image/jpeg").Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			kind, file, err := s.Picture(ctx, r.Path("pictureId"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(file, rest.Headers{ContentType: kind, CacheControl: "public, max-age=31536000, immutable", ETag: `"` + r.Path("pictureId") + `"`,
				Extra: map[string]string{"Content-Security-Policy": "default-src 'none'; sandbox"}}), nil
		})
}
