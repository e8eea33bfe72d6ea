package zoommeeting_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// zoomInstance is one time in which a meeting took place, and who was in.
type zoomInstance struct {
	meeting int64
	uuid    string
	started time.Time
	in      []zoomStay
}

type zoomStay struct {
	user, registrant, status string
	from, until              time.Time
}

func (z *zoomServer) past(w http.ResponseWriter, r *http.Request) {
	list := []any{}
	for _, i := range z.instances {
		if m := z.meetings[i.meeting]; m != nil && r.PathValue("id") == strconv.FormatInt(m.ID, 10) {
			list = append(list, map[string]any{"uuid": i.uuid, "start_time": i.started})
		}
	}
	answer(w, 200, map[string]any{"meetings": list})
}

// participants has pages of two. The id of an instance comes encoded twice if it has slashes.
func (z *zoomServer) participants(w http.ResponseWriter, r *http.Request) {
	uuid := r.PathValue("uuid")
	if strings.Contains(uuid, "%") {
		uuid, _ = url.PathUnescape(uuid)
	}
	for _, i := range z.instances {
		if i.uuid != uuid {
			continue
		}
		from := len(r.URL.Query().Get("next_page_token"))
		page := []any{}
		for _, s := range i.in[from:min(from+2, len(i.in))] {
			page = append(page, map[string]any{"user_id": s.user, "name": "Ann Bell", "registrant_id": s.registrant, "status": s.status, "join_time": s.from, "leave_time": s.until})
		}
		out := map[string]any{"participants": page}
		if from+2 < len(i.in) {
			out["next_page_token"] = strings.Repeat("p", from+2)
		}
		answer(w, 200, out)
		return
	}
	refuse(w, 404, 3001, "Meeting does not exist.")
}
