package app_test

import (
	"net/http"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// teachingRequests are those of announcements, demo classes, batches and live sessions.
var teachingRequests = map[string]func(w requestWorld) request{
	// Announcements
	"POST /api/v1/announcements": func(w requestWorld) request {
		return by(w.owner, "/announcements", `{"title":"Wasps","content":"Wasps","type":"general","priority":"urgent","targetAudience":["course:`+w.course+`"]}`)
	},
	"POST /api/v1/announcements/preview-targeting": func(w requestWorld) request {
		return by(w.owner, "/announcements/preview-targeting", `{"targetAudience":"course:`+w.course+`"}`)
	},
	"PUT /api/v1/announcements/bulk-status": edit("PUT", "/announcements/bulk-status", `{"ids":["x"],"status":"archived"}`),

	// Demo classes
	"POST /api/v1/demo-booking": func(w requestWorld) request {
		return by(w.learner, "/demo-booking", `{"email":"ann@lectern.test","timeSlot":"2026-10-19T10:00:00Z"}`)
	},
	"POST /api/v1/demo-booking/hold": func(w requestWorld) request {
		slots := testapp.Read[rest.Answer[struct{ HoldID string }]](w.t, w.learner.Do("GET", "/demo-booking/available-slots?date=2026-10-19", "", 200))
		return by(w.learner, "/demo-booking/hold", `{"holdId":"`+slots.Data.HoldID+`","timeSlot":"2026-10-19T10:00:00Z"}`)
	},
	"POST /api/v1/demo-booking/manage/{token}": func(w requestWorld) request {
		_, token, _ := strings.Cut(w.bookDemo(), "#")
		return byToken("", "/demo-booking/manage/"+token, `{"action":"cancel"}`)
	},
	"POST /api/v1/demo-booking/manage/{token}/join": func(w requestWorld) request {
		_, token, _ := strings.Cut(w.bookDemo(), "#")
		w.Exec("UPDATE demo_bookings SET starts_at = ?, ends_at = ? WHERE status = 'confirmed'", w.Clock.Now(), w.Clock.Now().Add(time.Hour))
		return byToken("", "/demo-booking/manage/"+token+"/join", "")
	},
	"PUT /api/v1/demo-booking": func(w requestWorld) request {
		return edit("PUT", "/demo-booking?action=cancel", `{"bookingId":"`+w.demo+`"}`)(w)
	},
	"POST /api/v1/demo-booking/{id}/assign-instructor": func(w requestWorld) request {
		second := w.User(access.Instructor)
		second.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"hours":[]}`, 200)
		return by(w.admin, "/demo-booking/"+w.demo+"/assign-instructor", `{"instructorId":"`+second.ID+`"}`)
	},
	"POST /api/v1/demo-booking/{id}/convert": func(w requestWorld) request {
		w.Exec("UPDATE demo_bookings SET status = 'completed' WHERE id = ?", w.pastDemo)
		return by(w.admin, "/demo-booking/"+w.pastDemo+"/convert", `{"userId":"`+w.learner.ID+`","courseId":"`+w.course+`"}`)
	},
	"POST /api/v1/demo-feedback": func(w requestWorld) request {
		return by(w.learner, "/demo-feedback", demoFeedback(w.completedDemo(w.learner, "2026-10-26T10:00:00Z").ID))
	},
	"POST /api/v1/demo-feedback/{id}/response": func(w requestWorld) request {
		return by(w.admin, "/demo-feedback/"+w.demoFeedback+"/response", `{"response":"Thanks"}`)
	},
	"POST /api/v1/demo-booking/manage/{token}/feedback": func(w requestWorld) request {
		_, token, _ := strings.Cut(w.completedDemo(w.learner, "2026-10-26T10:00:00Z").ManageURL, "#")
		return byToken("", "/demo-booking/manage/"+token+"/feedback", demoFeedback(""))
	},
	"PUT /api/v1/demo-feedback/{id}": func(w requestWorld) request {
		return request{http.MethodPut, "/demo-feedback/" + w.demoFeedback, w.owner.Token(), jsonType, `{"overallRating":4}`}
	},

	// Batches, sessions and meetings
	"POST /api/v1/batches/courses/{courseId}/batches": func(w requestWorld) request {
		return by(w.owner, "/batches/courses/"+w.course+"/batches", `{"batch_name":"Bees","start_date":"2026-10-01","end_date":"2026-10-31"}`)
	},
	"POST /api/v1/calendar/feeds": func(w requestWorld) request {
		return by(w.learner, "/calendar/feeds", `{"name":"Phone"}`)
	},
	"POST /api/v1/calendar/external": func(w requestWorld) request {
		return by(w.owner, "/calendar/external", `{"name":"Private","url":"https://127.0.0.1/private.ics"}`)
	},
	"POST /api/v1/batches/check-conflicts": func(w requestWorld) request {
		return by(w.owner, "/batches/check-conflicts", `{"schedule":[{"date":"2026-10-01","start_time":"18:00","end_time":"19:00"}]}`)
	},
	"POST /api/v1/batches/individual/calculate-pricing": func(w requestWorld) request {
		return by(w.owner, "/batches/individual/calculate-pricing", `{"course_id":"`+w.course+`","session_duration_minutes":45,"total_sessions":8,"custom_hourly_rate":1000,"currency":"EUR"}`)
	},
	"POST /api/v1/batches/individual/check-instructor-availability": func(w requestWorld) request {
		return by(w.owner, "/batches/individual/check-instructor-availability", `{"instructor_id":"`+w.owner.ID+`","proposed_schedule":[{"date":"2026-10-01","start_time":"18:00","end_time":"19:00"}]}`)
	},
	"POST /api/v1/batches/enroll-students": func(w requestWorld) request {
		return by(w.owner, "/batches/enroll-students", `{"batch_id":"`+w.cohort+`","student_ids":["`+w.learner.ID+`"]}`)
	},
	"POST /api/v1/batches/{id}/convert-to-individual": func(w requestWorld) request {
		return by(w.owner, "/batches/"+w.cohort+"/convert-to-individual", `{"new_instructor_assignments":[{"student_id":"`+w.owner.ID+`","instructor_id":"`+w.owner.ID+`"}]}`)
	},
	"POST /api/v1/batches/{id}/clone": func(w requestWorld) request {
		return by(w.owner, "/batches/"+w.cohort+"/clone", `{"start_date":"2027-01-04"}`)
	},
	"POST /api/v1/batches/{id}/students/{studentId}/transfer": func(w requestWorld) request {
		return by(w.owner, "/batches/"+w.cohort+"/students/"+w.owner.ID+"/transfer", `{"to_batch_id":"`+w.batch+`"}`)
	},
	"POST /api/v1/batches/{id}/waiting": func(w requestWorld) request {
		w.Exec("UPDATE batches SET capacity = 1")
		return by(w.learner, "/batches/"+w.cohort+"/waiting", "")
	},
	"POST /api/v1/waiting/{id}/accept": func(w requestWorld) request {
		w.Exec("DELETE FROM batch_waiting")
		w.Exec("UPDATE batches SET capacity = 1")
		id := testapp.Read[made](w.t, w.learner.Do("POST", "/batches/"+w.cohort+"/waiting", "", 200)).Data.ID
		w.owner.Do("PUT", "/batches/"+w.cohort, `{"capacity":2}`, 200)
		return by(w.learner, "/waiting/"+id+"/accept", "")
	},
	"POST /api/v1/batches/{id}/join": func(w requestWorld) request {
		return by(w.learner, "/batches/"+w.cohort+"/join", "")
	},
	"POST /api/v1/online-meetings/create": func(w requestWorld) request {
		return by(w.owner, "/online-meetings/create", officeHours(w.course, "2026-10-21"))
	},
	"PUT /api/v1/online-meetings/{id}/attendance": func(w requestWorld) request {
		w.enrolOwner()
		return request{http.MethodPut, "/online-meetings/" + w.meeting + "/attendance", w.owner.Token(), jsonType, `{"marks":[{"user_id":"` + w.owner.ID + `","status":"excused"}]}`}
	},
	"POST /api/v1/sessions/{id}/start": func(w requestWorld) request {
		w.participants() // it has begun
		return by(w.owner, "/sessions/"+w.class+"/start", "")
	},
	"POST /api/v1/sessions/{id}/make-ups": func(w requestWorld) request {
		return by(w.owner, "/sessions/"+w.class+"/make-ups", `{"session_id":"`+w.otherClass()+`"}`)
	},
	"POST /api/v1/sessions/{id}/attendance/import":        func(w requestWorld) request { return w.participants() },
	"POST /api/v1/online-meetings/{id}/attendance/import": func(w requestWorld) request { return w.meetingParticipants() },
	"POST /api/v1/online-meetings/{id}/attendance/assign": func(w requestWorld) request {
		w.send(w.meetingParticipants())
		return by(w.owner, "/online-meetings/"+w.meeting+"/attendance/assign", `{"external_key":"`+annEmail+`","user_id":"`+w.learner.ID+`"}`)
	},
	"PUT /api/v1/zoom/meetings/{id}/recordings/settings": func(w requestWorld) request {
		return request{http.MethodPut, "/zoom/meetings/" + w.class + "/recordings/settings", w.admin.Token(), jsonType, `{"auto_import":true,"delete_after_import":false,"publish":true}`}
	},
	"POST /api/v1/sessions/{id}/attendance/dispute":        func(w requestWorld) request { return w.dispute() },
	"POST /api/v1/online-meetings/{id}/attendance/dispute": func(w requestWorld) request { return w.disputeMeeting() },
	"POST /api/v1/online-meetings/{id}/attendance/disputes/{userId}": func(w requestWorld) request {
		w.send(w.disputeMeeting())
		return by(w.owner, "/online-meetings/"+w.meeting+"/attendance/disputes/"+w.owner.ID, `{"accept":true,"status":"late"}`)
	},
	"POST /api/v1/sessions/{id}/attendance/disputes/{userId}": func(w requestWorld) request {
		w.send(w.dispute())
		return by(w.owner, "/sessions/"+w.class+"/attendance/disputes/"+w.owner.ID, `{"accept":true,"status":"late"}`)
	},
	"POST /api/v1/sessions/{id}/attendance/assign": func(w requestWorld) request {
		w.send(w.participants())
		return by(w.owner, "/sessions/"+w.class+"/attendance/assign", `{"external_key":"`+annEmail+`","user_id":"`+w.owner.ID+`"}`)
	},
}
