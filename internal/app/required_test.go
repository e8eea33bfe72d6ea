package app_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/app"
	"lectern/internal/platform/missing"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// requiredSometimes are members that some requests must have and others may lack, which the document says in words.
var requiredSometimes = map[string]string{
	"POST /api/v1/ai/blog/tags content":                                                 "or text or html",
	"POST /api/v1/ai/blog/meta-description content":                                     "or text or html",
	"POST /api/v1/ai/blog/suggestions content":                                          "or text or html",
	"POST /api/v1/auth/complete-registration password":                                  "unless the registration began at an identity provider",
	"POST /api/v1/batches/{id}/schedule/{sessionId}/recorded-lessons url":               "or video_id",
	"PUT /api/v1/instructors/{id}/demo-room url":                                        "of a link",
	"PUT /api/v1/batches/{id}/room url":                                                 "of a link",
	"POST /api/v1/online-meetings/{id}/recorded-lessons url":                            "or video_id",
	"POST /api/v1/online-meetings/create url":                                           "of a link, where the school has no meeting server",
	"POST /api/v1/online-meetings/create student_ids":                                   "unless there is an audience",
	"PUT /api/v1/online-meetings/update/{id} url":                                       "of a link, where the school has no meeting server",
	"PUT /api/v1/online-meetings/update/{id} student_ids":                               "unless there is an audience",
	"POST /api/v1/sessions/{id}/attendance/disputes/{userId} status":                    "to accept it",
	"POST /api/v1/sessions/{id}/attendance/disputes/{userId} answer":                    "to decline it",
	"POST /api/v1/online-meetings/{id}/attendance/disputes/{userId} status":             "to accept it",
	"POST /api/v1/online-meetings/{id}/attendance/disputes/{userId} answer":             "to decline it",
	"PUT /api/v1/sessions/{id}/room url":                                                "of a link",
	"POST /api/v1/announcements targetAudience":                                         "unless there are specific students",
	"POST /api/v1/batches/courses/{courseId}/batches batch_name":                        "but for individual batches, which the server names",
	"POST /api/v1/batches/courses/{courseId}/batches start_date":                        "unless the schedule says it",
	"POST /api/v1/batches/courses/{courseId}/batches end_date":                          "unless the schedule says it",
	"POST /api/v1/batches/individual/calculate-pricing custom_hourly_rate":              "unless the course has a price",
	"POST /api/v1/batches/check-conflicts schedule":                                     "unless there is a recurrence",
	"POST /api/v1/batches/{id}/schedule entries":                                        "unless there is one entry or a recurrence",
	"POST /api/v1/goals target":                                                         "but for courses and custom goals",
	"POST /api/v1/certificates/courses/{id}/issue user_ids":                             "or all_eligible",
	"POST /api/v1/payments/refunds/{refundId}/resolve note":                             "unless the money is sent again",
	"POST /api/v1/payments/coupons rate_ppm":                                            "of percentages",
	"PUT /api/v1/payments/coupons/{couponId} rate_ppm":                                  "of percentages",
	"POST /api/v1/demo-booking email":                                                   "unless the caller has an account",
	"POST /api/v1/auth/logout refreshToken":                                             "unless there is an access token",
	"POST /api/v1/auth/two-factor/confirm-identity code":                                "unless the method is a passkey",
	"POST /api/v1/auth/two-factor/verify code":                                          "unless the method is a passkey",
	"POST /api/v1/quizzes/{id}/regrade reason":                                          "unless it is a dry run",
	"POST /api/v1/users/bulk-jobs role":                                                 "of the actions about a role",
	"POST /api/v1/video-streaming/abort-upload DETAILED_PARAMETER_VALIDATION_ERROR":     sessionNamed,
	"POST /api/v1/video-streaming/complete-upload DETAILED_PARAMETER_VALIDATION_ERROR":  sessionNamed,
	"POST /api/v1/video-streaming/initialize-upload metadata.courseId":                  "unless courseId is there",
	"POST /api/v1/video-streaming/recover-session expiredSession":                       sessionNamed,
	"POST /api/v1/video-streaming/upload-chunk DETAILED_PARAMETER_VALIDATION_ERROR":     sessionNamed,
	"POST /api/v1/video-streaming/validate-session DETAILED_PARAMETER_VALIDATION_ERROR": sessionNamed,
}

const sessionNamed = "the session, which is named beside the other members or in one of its own"

// What a request must have is what the document marks as required: without any of these members the server refuses it by naming that
// member, and with these alone it refuses nothing as missing. Members without a value are refused as the document says.
func TestDocumentMarksRequiredMembers(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	fresh := newRequestWorlds(t)
	doc, compared := app.NewForDocument().API.Document, 0
	for name, op := range documented(doc) {
		method, path, _ := strings.Cut(name, " ")
		operation := method + " /api/v1" + path
		if op.RequestBody == nil || op.RequestBody.Content[jsonType] == nil || triedWithKeys[operation] != "" {
			continue
		}
		schema := op.RequestBody.Content[jsonType].Schema
		compared++
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			w := fresh(t)
			r := w.validRequest(operation)
			if r.mediaType != jsonType {
				return
			}
			var body any = map[string]any{}
			if r.body != "" {
				if err := json.Unmarshal([]byte(r.body), &body); err != nil {
					t.Fatal(err)
				}
			}
			for member, without := range incomplete(doc, schema, body, "") {
				missing := w.refusedAsMissing(r, without)
				named := slices.ContainsFunc(missing, func(name string) bool { return strings.HasPrefix(member, name) })
				if coded := len(missing) == 1 && missing[0] == strings.ToUpper(missing[0]); !named && !coded { // the specification has codes in place of names
					t.Errorf("without %s, which the document requires, %q is missing", member, missing)
				}
			}
			w.tryEmptyMembers(r, missing.Refusals(op), body)
			for _, member := range w.refusedAsMissing(r, minimal(doc, schema, body)) {
				if requiredSometimes[operation+" "+member] == "" {
					t.Errorf("%s is missing, which the document does not require", member)
				}
			}
		})
	}
	if compared < 80 {
		t.Errorf("only %d operations were compared", compared)
	}
}

// The forms in which parts of films arrive, and that of Apple, demand the fields that the document marks as required, and no other.
func TestDocumentMarksRequiredFormFields(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	w := newRequestWorlds(t)(t)
	doc := app.NewForDocument().API.Document
	part := func(without string) map[string]string {
		fields := map[string]string{"uploadId": w.openUpload().UploadID, "partNumber": "1", "chunkData": "YmVlcw=="}
		delete(fields, without)
		return fields
	}
	for _, mediaType := range []string{"application/x-www-form-urlencoded", "multipart/form-data"} {
		required := resolved(doc, doc.Paths["/video-streaming/upload-chunk"].Post.RequestBody.Content[mediaType].Schema).Required
		if slices.Sort(required); !slices.Equal(required, []string{"chunkData", "partNumber", "uploadId"}) {
			t.Errorf("%s: the document requires %q", mediaType, required)
		}
		for _, without := range append(required, "") {
			want := 400
			if without == "" {
				want = 200
			}
			if answer := w.send(form(t, w.owner.Token(), mediaType, part(without))); answer.Code != want {
				t.Errorf("%s without %q: %d %s", mediaType, without, answer.Code, answer.Body)
			}
		}
	}
	const apple = "/auth/oauth/apple/callback"
	if required := resolved(doc, doc.Paths[apple].Post.RequestBody.Content["application/x-www-form-urlencoded"].Schema).Required; len(required) != 0 {
		t.Errorf("the document requires %q of Apple", required)
	}
	if answer := w.send(request{"POST", apple, "", "application/x-www-form-urlencoded", ""}); answer.Code != 303 {
		t.Errorf("an empty form of Apple: %d %s", answer.Code, answer.Body)
	}
}

// form is an upload-chunk with these fields.
func form(t *testing.T, token, mediaType string, fields map[string]string) request {
	t.Helper()
	var body bytes.Buffer
	if mediaType != "multipart/form-data" {
		values := url.Values{}
		for name, value := range fields {
			values.Set(name, value)
		}
		return request{"POST", "/video-streaming/upload-chunk", token, mediaType, values.Encode()}
	}
	m := multipart.NewWriter(&body)
	for name, value := range fields {
		if err := m.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return request{"POST", "/video-streaming/upload-chunk", token, m.FormDataContentType(), body.String()}
}

// refusedAsMissing sends the request with another body and returns the members that its refusal names, or else its code.
func (w requestWorld) refusedAsMissing(r request, body any) (missing []string) {
	w.t.Helper()
	_, answer := w.sendJSON(r, body)
	if answer.Code != 400 {
		return nil
	}
	refusal := testapp.Read[rest.Problem](w.t, answer.Body.String())
	if len(refusal.Errors) == 0 {
		return []string{refusal.Code}
	}
	for _, field := range refusal.Errors {
		missing = append(missing, field.Name)
	}
	return missing
}

// sendJSON sends the request with another body and returns that with the answer.
func (w requestWorld) sendJSON(r request, body any) (string, *httptest.ResponseRecorder) {
	w.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	r.body = string(text)
	return r.body, w.send(r)
}

func resolved(doc *huma.OpenAPI, s *huma.Schema) *huma.Schema {
	if s != nil && s.Ref != "" {
		return doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// incomplete returns copies of a value that each lack one required member, by its path. Of lists it goes into the first item.
func incomplete(doc *huma.OpenAPI, s *huma.Schema, value any, path string) map[string]any {
	all := map[string]any{}
	s = resolved(doc, s)
	if s == nil {
		return all
	}
	switch v := value.(type) {
	case map[string]any:
		for _, name := range s.Required {
			without := maps.Clone(v)
			delete(without, name)
			all[strings.TrimPrefix(path+"."+name, ".")] = without
		}
		for name, member := range v {
			for at, without := range incomplete(doc, s.Properties[name], member, strings.TrimPrefix(path+"."+name, ".")) {
				whole := maps.Clone(v)
				whole[name] = without
				all[at] = whole
			}
		}
	case []any:
		if len(v) > 0 {
			for at, without := range incomplete(doc, s.Items, v[0], path+"[0]") {
				all[at] = append([]any{without}, v[1:]...)
			}
		}
	}
	return all
}

// minimal returns a value without the members that are not required.
func minimal(doc *huma.OpenAPI, s *huma.Schema, value any) any {
	s = resolved(doc, s)
	if s == nil {
		return value
	}
	switch v := value.(type) {
	case map[string]any:
		if len(s.Properties) == 0 {
			return v // of no particular form
		}
		small := map[string]any{}
		for _, name := range s.Required {
			small[name] = minimal(doc, s.Properties[name], v[name])
		}
		return small
	case []any:
		small := []any{}
		for _, item := range v {
			small = append(small, minimal(doc, s.Items, item))
		}
		return small
	}
	return value
}
