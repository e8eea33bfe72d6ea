package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/upload"
)

// learningRequests are those of courses, learning and videos.
var learningRequests = map[string]func(w requestWorld) request{
	// Courses
	"POST /api/v1/courses/{id}/enroll": func(w requestWorld) request {
		return by(w.User(access.Student), "/courses/"+w.course+"/enroll", "")
	},
	"POST /api/v1/goals": func(w requestWorld) request {
		return by(w.learner, "/goals", `{"title":"Bees","kind":"minutes","target":60}`)
	},
	"POST /api/v1/courses/{id}/enrollments": func(w requestWorld) request {
		return by(w.owner, "/courses/"+w.course+"/enrollments", `{"email":"`+w.Register(annEmail).User.Email+`"}`)
	},
	"POST /api/v1/courses/{id}/enrollments/import": func(w requestWorld) request {
		return request{http.MethodPost, "/courses/" + w.course + "/enrollments/import", w.owner.Token(), "text/csv", "email\n" + w.Register(annEmail).User.Email + "\n"}
	},
	"POST /api/v1/courses/{id}/price-quote": func(w requestWorld) request {
		return by(w.learner, "/courses/"+w.course+"/price-quote", `{"places":2}`)
	},
	"POST /api/v1/tcourse/blended/{id}/doubt-session": func(w requestWorld) request {
		return by(w.owner, "/tcourse/blended/"+w.owner.CreateTypedCourse("blended", "").ID+"/doubt-session",
			`{"date":"2027-01-01","start_time":"10:00","end_time":"11:00","title":"Bees","timezone":"UTC"}`)
	},
	"POST /api/v1/tcourse/live/{id}/week/{weekId}/recording": func(w requestWorld) request {
		live := w.owner.CreateTypedCourse("live", "").ID
		week := testapp.Read[made](w.t, w.owner.Do("POST", "/curriculum/course/"+live+"/sections", `{"title":"Bees","kind":"week"}`, 201)).Data.ID
		return by(w.owner, "/tcourse/live/"+live+"/week/"+week+"/recording", `{"video_id":"`+w.owner.Video(live)+`"}`)
	},
	"POST /api/v1/tcourse/{type}/{id}/curriculum/live-classes": func(w requestWorld) request {
		live := w.owner.CreateTypedCourse("live", "").ID
		week := testapp.Read[made](w.t, w.owner.Do("POST", "/curriculum/course/"+live+"/sections", `{"title":"Bees","kind":"week"}`, 201)).Data.ID
		return by(w.owner, "/tcourse/live/"+live+"/curriculum/live-classes", `{"section_id":"`+week+`","title":"Bees"}`)
	},
	"POST /api/v1/curriculum/course/{id}/initialize-empty": func(w requestWorld) request {
		return by(w.owner, "/curriculum/course/"+w.owner.CreateTypedCourse("free", "").ID+"/initialize-empty", "")
	},
	"POST /api/v1/curriculum/course/{id}/files": func(w requestWorld) request {
		return request{http.MethodPost, "/curriculum/course/" + w.course + "/files?name=bees.pdf", w.owner.Token(), "application/octet-stream", "%PDF-1.4 bees"}
	},
	"POST /api/v1/curriculum/course/{id}/import": func(w requestWorld) request {
		archive := w.owner.Do("GET", "/curriculum/course/"+w.course+"/export", "", 200)
		return request{http.MethodPost, "/curriculum/course/" + w.course + "/import", w.owner.Token(), "application/zip", archive}
	},
	"POST /api/v1/curriculum/course/{id}/publish": func(w requestWorld) request {
		w.owner.Do("POST", w.names.Replace("/curriculum/course/"+w.course+"/sections/{sectionId}/lessons"), `{"type":"text","title":"Wasps","content":{"html":"x"}}`, 201)
		return by(w.owner, "/curriculum/course/"+w.course+"/publish", `{"note":"Wasps"}`)
	},
	"POST /api/v1/courses/{id}/publications": func(w requestWorld) request {
		w.owner.Do("POST", w.names.Replace("/curriculum/course/"+w.course+"/sections/{sectionId}/lessons"), `{"type":"text","title":"Wasps","content":{"html":"x"}}`, 201)
		return by(w.owner, "/courses/"+w.course+"/publications", `{"note":"Wasps"}`)
	},
	"POST /api/v1/courses/{id}/publications/{publicationId}/undo": func(w requestWorld) request {
		w.owner.Do("POST", w.names.Replace("/curriculum/course/"+w.course+"/sections/{sectionId}/lessons"), `{"type":"text","title":"Wasps","content":{"html":"x"}}`, 201)
		done := testapp.Read[rest.Answer[struct{ Publication struct{ ID string } }]](w.t, w.owner.Do("POST", "/courses/"+w.course+"/publications", "{}", 200)).Data
		return by(w.owner, "/courses/"+w.course+"/publications/"+done.Publication.ID+"/undo", "")
	},
	"POST /api/v1/curriculum/course/{id}/undo": func(w requestWorld) request {
		return by(w.owner, "/curriculum/course/"+w.course+"/undo", fmt.Sprintf(`{"revision":%d}`, w.Count("SELECT revision FROM curricula")))
	},

	// Learning
	"POST /api/v1/assignments/{id}/files": func(w requestWorld) request {
		return request{http.MethodPost, "/assignments/" + w.assignment + "/files?name=bees.pdf", w.learner.Token(), "application/octet-stream", "%PDF-1.4 bees"}
	},
	"POST /api/v1/assignments/{id}/hand-in": func(w requestWorld) request {
		w.learner.Do("PUT", "/assignments/"+w.assignment+"/draft", `{"text":"Bees","sequence":1}`, 200)
		return by(w.learner, "/assignments/"+w.assignment+"/hand-in", `{"number":1}`)
	},
	"POST /api/v1/assignments/{id}/learners/{userId}/excuse": func(w requestWorld) request {
		return by(w.owner, "/assignments/"+w.assignment+"/learners/"+w.learner.ID+"/excuse", `{"excused":true}`)
	},
	"POST /api/v1/submissions/{id}/grade-and-return": func(w requestWorld) request {
		return by(w.owner, "/submissions/"+w.submission+"/grade-and-return", `{"revision":0,"number":1,"marks":[{"ref":"work","points":50}]}`)
	},
	"POST /api/v1/assignments/courses/{id}/submissions/return": func(w requestWorld) request {
		w.owner.Do("PUT", "/submissions/"+w.submission+"/grade", `{"revision":0,"number":1,"done":true,"marks":[{"ref":"work","points":50}]}`, 200)
		return by(w.owner, "/assignments/courses/"+w.course+"/submissions/return", `{"ids":["`+w.submission+`"]}`)
	},
	"POST /api/v1/submissions/{id}/return": func(w requestWorld) request {
		w.owner.Do("PUT", "/submissions/"+w.submission+"/grade", `{"revision":0,"number":1,"done":true,"marks":[{"ref":"work","points":50}]}`, 200)
		return by(w.owner, "/submissions/"+w.submission+"/return", "")
	},
	"POST /api/v1/progress/events": func(w requestWorld) request {
		w.requireOnly(w.lesson)
		body := strings.ReplaceAll(bodies["POST /api/v1/progress/events"], "opened", "done")
		return by(w.learner, "/progress/events", w.names.Replace(strings.ReplaceAll(body, "{course}", w.course)))
	},
	"POST /api/v1/certificates/courses/{id}/issue": func(w requestWorld) request {
		w.owner.Do("PUT", "/certificates/courses/"+w.course+"/rule", ruleBody, 200)
		return by(w.owner, "/certificates/courses/"+w.course+"/issue", `{"user_ids":["`+w.learner.ID+`"]}`)
	},
	"PUT /api/v1/certificates/courses/{id}/rule": func(w requestWorld) request {
		return request{http.MethodPut, "/certificates/courses/" + w.course + "/rule", w.owner.Token(), jsonType, strings.Replace(ruleBody, "{", `{"template_id":"`+w.template()+`",`, 1)}
	},
	"POST /api/v1/certificate-templates": func(w requestWorld) request {
		return by(w.admin, "/certificate-templates", `{"name":"Autumn","language":"de","copy_of":"`+w.template()+`"}`)
	},
	"POST /api/v1/certificate-templates/pictures": func(w requestWorld) request {
		return request{http.MethodPost, "/certificate-templates/pictures", w.admin.Token(), "image/png", string(testapp.PNG(w.t, testapp.Halves(100, 90)))}
	},
	"PUT /api/v1/certificate-templates/{id}": func(w requestWorld) request {
		return edit("PUT", "/certificate-templates/"+w.template(), `{"name":"Winter","language":"de","layout":`+layoutBody+`}`)(w)
	},
	"PATCH /api/v1/certificate-templates/{id}": func(w requestWorld) request {
		return request{http.MethodPatch, "/certificate-templates/" + w.template(), w.admin.Token(), jsonType, `{"archived":true}`}
	},
	"POST /api/v1/certificate-templates/preview": func(w requestWorld) request {
		return by(w.admin, "/certificate-templates/preview", `{"language":"en","sample":"tamil","layout":`+layoutBody+`}`)
	},
	"POST /api/v1/certificates/{id}/name-correction": func(w requestWorld) request {
		return by(w.owner, "/certificates/"+w.certificate()+"/name-correction", `{"name":"Anna","reason":"Bees"}`)
	},
	"POST /api/v1/certificates/{id}/revocation-proposal": func(w requestWorld) request {
		return by(w.admin, "/certificates/"+w.certificate()+"/revocation-proposal", `{"cause":"error","reason":"Bees"}`)
	},
	"POST /api/v1/certificates/{id}/decline": func(w requestWorld) request {
		w.owner.Do("POST", "/certificates/"+w.certificate()+"/name-correction", `{"name":"Anna","reason":"Bees"}`, 200)
		return by(w.admin, "/certificates/"+w.certificate()+"/decline", `{"request":"name","reason":"Bees"}`)
	},
	"POST /api/v1/certificates/{id}/revoke": func(w requestWorld) request {
		return by(w.admin, "/certificates/"+w.certificate()+"/revoke", `{"cause":"error","reason":"Bees"}`)
	},
	"POST /api/v1/certificates/{id}/reissue": func(w requestWorld) request {
		return by(w.admin, "/certificates/"+w.certificate()+"/reissue", `{"name":"Anna","reason":"Bees"}`)
	},
	"PUT /api/v1/reviews/{id}/hidden": func(w requestWorld) request {
		return request{http.MethodPut, "/reviews/" + w.review + "/hidden", w.admin.Token(), jsonType, `{"hidden":true}`}
	},
	"POST /api/v1/reviews/{id}/reports": func(w requestWorld) request {
		return by(w.learner, "/reviews/"+w.review+"/reports", `{"reason":"spam"}`)
	},
	"POST /api/v1/progress/lessons/{id}/comments": func(w requestWorld) request {
		return by(w.learner, "/progress/lessons/"+w.lesson+"/comments", `{"body":"Wasps","threadId":"`+w.comment+`"}`)
	},

	"POST /api/v1/quiz-attempts/{id}/submit": func(w requestWorld) request {
		w.requireOnly(w.quiz)
		attempt := testapp.Read[made](w.t, w.learner.Do("POST", "/quizzes/"+w.quiz+"/attempts", "", 200)).Data.ID
		return by(w.learner, "/quiz-attempts/"+attempt+"/submit", w.names.Replace(`{"answers":[{"question_id":"{questionId}","sequence":1,"truth":false}]}`))
	},

	// Videos
	"POST /api/v1/video-streaming/upload-chunk": func(w requestWorld) request {
		return w.chunk(w.openUpload())
	},
	"POST /api/v1/video-streaming/complete-upload": func(w requestWorld) request {
		s := w.openUpload()
		stored := testapp.Read[rest.Answer[upload.StoredChunk]](w.t, w.send(w.chunk(s)).Body.String()).Data
		return by(w.owner, "/video-streaming/complete-upload", fmt.Sprintf(`{"uploadId":%q,"parts":[{"partNumber":1,"etag":%q}]}`, s.UploadID, stored.Etag))
	},
	"POST /api/v1/video-streaming/abort-upload": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/abort-upload", `{"uploadId":"`+w.openUpload().UploadID+`"}`)
	},
	"POST /api/v1/video-streaming/validate-session": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/validate-session", `{"uploadId":"`+w.openUpload().UploadID+`"}`)
	},
	"POST /api/v1/video-streaming/recover-session": func(w requestWorld) request {
		s := w.openUpload()
		w.Clock.Advance(w.Deps.Config.UploadSessionTTL + time.Minute)
		return by(w.owner, "/video-streaming/recover-session", fmt.Sprintf(`{"uploadId":%q,"originalFileName":"bees.mp4","courseId":%q,"contentType":"video/mp4"}`, s.UploadID, w.course))
	},
	"POST /api/v1/video-streaming/{id}/retry-processing": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.processed("failed", "VIDEO_UNREADABLE")+"/retry-processing", "")
	},
	"POST /api/v1/video-streaming/{id}/accept-truncated": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.processed("failed", "VIDEO_TRUNCATED")+"/accept-truncated", "")
	},
	"POST /api/v1/video-streaming/{id}/download": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.encoded()+"/download", "")
	},
	"POST /api/v1/video-streaming/{id}/invalidate-cache": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.processed("completed", "")+"/invalidate-cache", "")
	},
}

// layoutBody is a layout of certificates with a member of each kind.
const layoutBody = `{"frame":"single","elements":[{"id":"a","kind":"name","x":20,"y":40,"w":200,"h":12,"points":24,"bold":true,"color":"#1f6f4f","align":"center","vertical":"middle","text":"{value}"},
	{"id":"b","kind":"course","x":20,"y":60,"w":200,"h":12,"points":18},{"id":"c","kind":"code","x":20,"y":80,"w":60,"h":6,"points":9}]}`

// template makes a template of certificates, and returns its id.
func (w requestWorld) template() string {
	return testapp.Read[rest.Answer[struct{ ID string }]](w.t, w.admin.Do("POST", "/certificate-templates", `{"name":"Summer","language":"en"}`, 201)).Data.ID
}
