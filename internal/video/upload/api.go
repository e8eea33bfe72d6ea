package upload

import (
	"context"
	"net/url"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/video/chunkbody"
)

type initializeInput struct{ Body NewUpload }

type referenceInput struct{ Body SessionReference }

// SessionReference names a session, nested or flat.
type SessionReference struct {
	Reference

	UploadSession Reference `json:"uploadSession,omitempty" msg:"uploadSession must be an object"`
}

type recoverInput struct {
	Body RecoverSession
}

// RecoverSession asks for a successor of an expired session.
type RecoverSession struct {
	Recovery

	UploadID       string    `json:"uploadId,omitempty" msg:"uploadId must be a text"`
	ExpiredSession Reference `json:"expiredSession,omitempty" msg:"expiredSession must be an object"`
}

type completeInput struct{ Body CompleteUpload }

// CompleteUpload names a session, nested or flat, and its parts in any order.
type CompleteUpload struct {
	Reference

	UploadSession Reference      `json:"uploadSession,omitempty" msg:"uploadSession must be an object"`
	Parts         []UploadedPart `json:"parts,omitempty" maxItems:"10000" msg:"Invalid upload data. Please restart the upload."`
}

// ChunkRequest is upload-chunk as JSON, nested or flat; the members may come in any order.
type ChunkRequest struct {
	UploadSession    Reference `json:"uploadSession,omitempty" doc:"Or its members beside the others."`
	UploadID         string    `json:"uploadId,omitempty"`
	PartNumber       int64     `json:"partNumber" minimum:"1"`
	ChunkData        string    `json:"chunkData" doc:"Base64, standard alphabet with padding, at most 50 MB decoded. Fastest when the session and partNumber stand before it."`
	OriginalFileName string    `json:"originalFileName,omitempty" doc:"With courseId and contentType lets the server take over an expired session."`
	CourseID         string    `json:"courseId,omitempty"`
	ContentType      string    `json:"contentType,omitempty"`
}

// ChunkFields are the members of upload-chunk in a form. Exported, so that the document has them.
type ChunkFields struct {
	UploadID         string `json:"uploadId"`
	PartNumber       int64  `json:"partNumber" minimum:"1"`
	OriginalFileName string `json:"originalFileName,omitempty" doc:"With courseId and contentType lets the server take over an expired session."`
	CourseID         string `json:"courseId,omitempty"`
	ContentType      string `json:"contentType,omitempty"`
}

// ChunkForm is upload-chunk as a URL-encoded form.
type ChunkForm struct {
	ChunkFields

	ChunkData string `json:"chunkData" doc:"Base64, standard alphabet with padding, at most 50 MB decoded."`
}

// ChunkFile is upload-chunk as a multipart form. A chunk that is sent as a field, not as a file, is base64.
type ChunkFile struct {
	ChunkFields

	ChunkData string `json:"chunkData" format:"binary" doc:"The bytes, at most 50 MB."`
}

// chunkParameters are what upload-chunk reads of a request whose body is the bytes. A header that is not ASCII is percent-encoded.
type chunkParameters struct {
	UploadID         string `query:"uploadId" doc:"Of raw bytes, as all these parameters: in other bodies it is a member."`
	VideoID          string `query:"videoId"`
	PartNumber       int64  `query:"partNumber" minimum:"1"`
	OriginalFileName string `query:"originalFileName" doc:"With courseId and contentType lets the server take over an expired session."`
	CourseID         string `query:"courseId"`
	ContentType      string `query:"contentType"`

	UploadIDHeader   string `header:"X-Upload-Id" doc:"In place of the query, as the headers below; percent-encoded where it is not ASCII."`
	VideoIDHeader    string `header:"X-Video-Id"`
	PartNumberHeader int64  `header:"X-Part-Number" minimum:"1"`
	FileNameHeader   string `header:"X-Original-File-Name"`
	CourseIDHeader   string `header:"X-Course-Id"`
	TypeHeader       string `header:"X-File-Content-Type"`

	checksums
}

// signedPartParameters are those of a part's signed URL.
type signedPartParameters struct {
	Number    int64  `path:"number" minimum:"1" doc:"Of the part, from 1."`
	Expires   int64  `query:"expires" required:"true" doc:"Unix time, in seconds, at which the URL expires."`
	Signature string `query:"signature" required:"true" doc:"As initialize-upload and validate-session return it in uploadUrls."`

	checksums
}

// checksums are headers of raw bytes; what does not match is refused.
type checksums struct {
	MD5    string `header:"Content-MD5" doc:"MD5 of the bytes, in base64 (RFC 1864) or hexadecimal."`
	SHA256 string `header:"x-checksum-sha256" doc:"SHA-256 of the bytes, in base64 or hexadecimal."`
}

// Health reports that uploads are accepted.
type Health struct {
	Storage string `json:"storage" enum:"ok"`
}

// Register mounts the operations, each with its gate. The service checks whose session it is. An upload that has begun goes on also when
// new terms are published during the upload.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/video-streaming/health", "Check whether uploads are accepted", fault.Unavailable).BeforeAcceptance(),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[Health], error) {
			return rest.One("", Health{"ok"}, s.blob.Check(ctx))
		})
	rest.Handle(api, rest.RolesOr("Access denied. You do not have permission to upload videos.", uploaders...),
		rest.Create("/video-streaming/initialize-upload", "Open an upload session", fault.NotFound, fault.Conflict, fault.TooLarge, fault.UnsupportedType).
			WithDetails(fault.TooMany, "too_many_uploads", UploadRoom{}).WithDetails(fault.NoSpace, "no_space", UploadRoom{}),
		func(ctx context.Context, who access.Caller, in *initializeInput) (rest.Answer[UploadSession], error) {
			session, err := s.Initialize(ctx, who, in.Body)
			return rest.One("Upload session opened", session, err)
		})
	s.registerChunks(api)
	rest.Handle(api, rest.SignedIn, rest.Post("/video-streaming/recover-session", "Recover an expired session with all its parts", fault.NotFound, fault.Conflict).
		WithDetails(fault.Gone, "SESSION_EXPIRED", ExpiredSession{}).BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *recoverInput) (rest.Answer[UploadSession], error) {
			ref := in.Body.ExpiredSession.merge(Reference{UploadID: in.Body.UploadID})
			session, err := s.Recover(ctx, who, ref, in.Body.Recovery)
			return rest.One("Upload session recovered", session, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/video-streaming/validate-session", "Get the state of a session and what the server holds", fault.NotFound).BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *referenceInput) (rest.Answer[SessionState], error) {
			state, err := s.Validate(ctx, who, in.Body.UploadSession.merge(in.Body.Reference))
			return rest.One("", state, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/video-streaming/complete-upload", "Complete an upload and begin processing", fault.NotFound, fault.Conflict, fault.NoSpace).
		WithDetails(fault.Invalid, "PARAMETER_MISMATCH", WrongParts{}).WithDetails(fault.Conflict, "BACKEND_RESPONSE_ERROR", WrongParts{}).
		WithDetails(fault.Gone, "SESSION_EXPIRED", ExpiredSession{}).Idempotent().BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *completeInput) (rest.Answer[Completion], error) {
			done, err := s.Complete(ctx, who, in.Body.UploadSession.merge(in.Body.Reference), in.Body.Parts)
			return rest.One(done.Message, done, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/video-streaming/abort-upload", "Abort an upload", fault.NotFound, fault.Conflict).BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *referenceInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Upload cancelled", s.Abort(ctx, who, in.Body.UploadSession.merge(in.Body.Reference)))
		})
}

func (s *Service) registerChunks(api *rest.API) {
	fails := []fault.Kind{fault.NotFound, fault.Conflict, fault.Gone, fault.TooLarge, fault.UnsupportedType, fault.Unavailable, fault.NoSpace}
	rest.HandleRaw(api, rest.SignedIn,
		rest.Post("/video-streaming/upload-chunk", "Send a part: JSON, a form, or its bytes", fails...).WithDetails(fault.Gone, "SESSION_EXPIRED", ExpiredSession{}).WithDetails(fault.NoSpace, "no_space", UploadRoom{}).
			Accepts(ChunkRequest{}, "application/octet-stream").
			AcceptsForms(ChunkForm{}, ChunkFile{}).Parameters(chunkParameters{}).
			Produces(rest.Answer[StoredChunk]{}).BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			stored, err := s.receiveRequest(ctx, who, r)
			if err != nil {
				return rest.Reply{}, err
			}
			answer, err := rest.One("Part stored", stored, nil)
			return rest.JSON(200, answer), err
		})
	rest.HandleRaw(api, rest.Signed,
		rest.Put("/video-streaming/uploads/{uploadId}/parts/{number}", "Send a part's bytes to its signed URL", fails...).WithDetails(fault.Gone, "SESSION_EXPIRED", ExpiredSession{}).WithDetails(fault.NoSpace, "no_space", UploadRoom{}).
			Parameters(signedPartParameters{}).
			Accepts(nil, "application/octet-stream").Produces(rest.Answer[StoredChunk]{}),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			if err := requireIdentityEncoding(r); err != nil {
				return rest.Reply{}, err
			}
			t, err := s.signedPartTarget(ctx, r.Path("uploadId"), r.Path("number"), r.Query("expires"), r.Query("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			stored, err := s.storeRaw(ctx, t, r)
			if err != nil {
				return rest.Reply{}, err
			}
			answer, err := rest.One("Part stored", stored, nil)
			return rest.JSON(200, answer), err
		})
}

// requireIdentityEncoding refuses a compressed body: a megabyte of it could expand to a gigabyte.
func requireIdentityEncoding(r *rest.Request) error {
	if encoding := r.Header("Content-Encoding"); encoding != "" && encoding != "identity" {
		return fault.New(fault.UnsupportedType, "BACKEND_CONFIG_ERROR", "Send parts without Content-Encoding.")
	}
	return nil
}

func (s *Service) receiveRequest(ctx context.Context, who access.Caller, r *rest.Request) (StoredChunk, error) {
	if err := requireIdentityEncoding(r); err != nil {
		return StoredChunk{}, err
	}
	var body chunkbody.Reader
	switch kind, parameters := r.ContentType(); kind {
	case "application/json":
		body = chunkbody.NewJSON(r.Body)
	case "application/x-www-form-urlencoded":
		body = chunkbody.NewForm(r.Body)
	case "multipart/form-data":
		body = chunkbody.NewMultipart(r.Body, parameters["boundary"])
	case "application/octet-stream":
		return s.receiveRaw(ctx, who, r)
	default:
		return StoredChunk{}, fault.New(fault.UnsupportedType, "BACKEND_CONFIG_ERROR",
			"Send a part as application/json, application/x-www-form-urlencoded, multipart/form-data or application/octet-stream.")
	}
	defer body.Close()
	return s.Receive(ctx, who, body)
}

// receiveRaw takes a part's bytes as the body; session and number are in the query or in headers.
func (s *Service) receiveRaw(ctx context.Context, who access.Caller, r *rest.Request) (StoredChunk, error) {
	var c chunkRequest
	for _, m := range []struct{ name, query, header string }{
		{"uploadid", "uploadId", "X-Upload-Id"}, {"videoid", "videoId", "X-Video-Id"}, {"partnumber", "partNumber", "X-Part-Number"},
		{"originalfilename", "originalFileName", "X-Original-File-Name"}, {"courseid", "courseId", "X-Course-Id"}, {"contenttype", "contentType", "X-File-Content-Type"},
	} {
		text := r.Query(m.query)
		if text == "" { // a header is ASCII: other letters come percent-encoded
			if decoded, err := url.PathUnescape(r.Header(m.header)); err == nil {
				text = decoded
			}
		}
		if text == "" {
			continue
		}
		if err := c.set(chunkbody.Member{Name: m.name, Text: text}); err != nil {
			return StoredChunk{}, err
		}
	}
	if c.number == 0 {
		return StoredChunk{}, fault.New(fault.Invalid, "DETAILED_PARAMETER_VALIDATION_ERROR", "partNumber is required")
	}
	t, err := s.partTarget(ctx, who, c)
	if err != nil {
		return StoredChunk{}, err
	}
	return s.storeRaw(ctx, t, r)
}

// storeRaw refuses a body of the wrong length before it is read, and one that does not match its checksum headers.
func (s *Service) storeRaw(ctx context.Context, t partTarget, r *rest.Request) (StoredChunk, error) {
	if want := t.session.blobPart(t.number).Size; r.Size > want {
		return StoredChunk{}, errChunkTooLong(want)
	}
	body, err := verifyChecksums(r.Body, r.Header)
	if err != nil {
		return StoredChunk{}, err
	}
	return s.Store(ctx, t, body)
}
