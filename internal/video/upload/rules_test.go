package upload_test

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/upload"
)

func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(100, 1)
	s := w.open(content, 50)
	etag := w.send(s, 1, content[:50]).Etag
	w.send(s, 2, content[50:])
	unknown := s
	unknown.UploadID = db.NewID()
	initialize := `{"fileName":"a.mp4","fileSize":5,"contentType":"video/mp4","metadata":{"courseId":"` + w.course + `"}}`
	for name, c := range map[string]struct {
		who              testapp.User
		initialize, rest int
	}{
		"nobody":             {w.Nobody(), 401, 401},
		"a student":          {w.User(access.Student), 403, 404},
		"a corporate":        {w.User(access.Corporate), 403, 404},
		"another instructor": {w.User(access.Instructor), 404, 404},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("POST", "/video-streaming/initialize-upload", initialize, c.initialize)
			for path, body := range requests(s, etag) {
				got := withoutID(c.who.Do("POST", "/video-streaming/"+path, body(s), c.rest))
				if other := withoutID(c.who.Do("POST", "/video-streaming/"+path, body(unknown), c.rest)); got != other {
					t.Errorf("%s tells a session that is another's from none: %s and %s", path, got, other)
				}
			}
		})
	}
	// The owner, with another user's video, course, key or bucket beside the right id.
	foreign := w.open(content, 50)
	for path, body := range requests(s, etag) {
		for member, value := range map[string]string{"videoId": foreign.VideoID, "courseId": "another", "key": foreign.Key, "bucket": "secrets"} {
			text := strings.Replace(body(s), `"uploadId":`, fmt.Sprintf(`%q:%q,"uploadId":`, member, value), 1)
			if got, want := withoutID(w.teacher.Do("POST", "/video-streaming/"+path, text, 404)), withoutID(w.teacher.Do("POST", "/video-streaming/"+path, body(unknown), 404)); got != want {
				t.Errorf("%s with a foreign %s: %s, want %s", path, member, got, want)
			}
		}
	}
	if v := w.validate(s); !v.IsValid || len(v.UploadedParts) != 2 || w.Count("SELECT count(*) FROM upload_sessions") != 2 {
		t.Errorf("a refused request changed something: %+v", v)
	}
	admin := w.User(access.Admin)
	for _, path := range []string{"validate-session", "recover-session", "upload-chunk", "complete-upload"} {
		admin.Do("POST", "/video-streaming/"+path, requests(s, etag)[path](s), 200)
	}
	w.Nobody().Do("GET", "/video-streaming/health", "", 401)
	w.User(access.Student).Do("GET", "/video-streaming/health", "", 200)
}

// requests are the calls about a session, each a valid one.
func requests(s upload.UploadSession, etag string) map[string]func(upload.UploadSession) string {
	nested := func(name, more string) func(upload.UploadSession) string {
		return func(s upload.UploadSession) string {
			return fmt.Sprintf(`{%q:{"uploadId":%q}%s}`, name, s.UploadID, more)
		}
	}
	content := noise(100, 1)
	return map[string]func(upload.UploadSession) string{
		"validate-session": nested("uploadSession", ""),
		"abort-upload":     nested("uploadSession", ""),
		"recover-session":  nested("expiredSession", fmt.Sprintf(`,"originalFileName":%q,"courseId":%q`, s.OriginalFileName, s.CourseID)),
		"upload-chunk":     nested("uploadSession", `,"partNumber":1,"chunkData":"`+base64.StdEncoding.EncodeToString(content[:50])+`"`),
		"complete-upload":  nested("uploadSession", fmt.Sprintf(`,"parts":[{"partNumber":1,"etag":%q},{"partNumber":2,"etag":%q}]`, etag, etagOf(content[50:]))),
	}
}

// withoutID removes what differs from request to request.
func withoutID(body string) string {
	before, after, _ := strings.Cut(body, `"request_id":"`)
	return before + after[min(len(after), 36):]
}

func TestInitializeRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	good := map[string]any{"fileName": "lecture.mp4", "fileSize": 1000, "contentType": "video/mp4", "metadata": map[string]any{"courseId": w.course}}
	for _, c := range []struct {
		change  string
		status  int
		message string
	}{
		{`{"fileName":null,"contentType":"","fileSize":0,"metadata":{}}`, 400, "File name is required"},
		{`{"fileName":" \u202e\u0007 "}`, 400, "File name is required"},
		{`{"fileName":"a\u0000.mp4"}`, 400, ""},
		{`{"fileName":7}`, 400, "File name is required"},
		{`{"fileName":"lecture.txt"}`, 415, "Unsupported video format"},
		{`{"fileName":"lecture.mp4.php"}`, 415, "Unsupported video format"},
		{`{"fileName":"mp4"}`, 415, "Unsupported video format"},
		{`{"fileName":"","metadata":{"courseId":"x","originalFileName":"lecture.mp4"}}`, 400, "File name is required"},
		{`{"fileName":"lecture.txt","metadata":{"courseId":"x","originalFileName":"lecture.mp4"}}`, 415, "Unsupported video format"},
		{`{"fileName":"lecture.mp4","metadata":{"courseId":"nowhere","originalFileName":"lecture"}}`, 404, ""},
		{`{"fileName":"list.m3u8","contentType":""}`, 400, "Unsupported video format"},
		{`{"contentType":""}`, 400, "Content type is required"},
		{`{"contentType":"text/html"}`, 415, "Unsupported file type. Please use MP4, MOV, WebM, AVI, or MKV format."},
		{`{"fileSize":0}`, 400, "Valid file size is required"},
		{`{"fileSize":-1}`, 400, "Valid file size is required"},
		{`{"fileSize":1.5}`, 400, "Valid file size is required"},
		{`{"fileSize":"10e9"}`, 400, "Valid file size is required"},
		{`{"fileSize":null}`, 400, "Valid file size is required"},
		{`{"fileSize":10737418241}`, 413, "File size exceeds maximum limit of 10GB"},
		{`{"fileSize":9223372036854775808}`, 413, "File size exceeds maximum limit of 10GB"},
		{`{"fileSize":1e300,"contentType":""}`, 400, "Content type is required"},
		{`{"fileSize":1e300}`, 413, "File size exceeds maximum limit of 10GB"},
		{`{"metadata":{}}`, 400, "courseId is required in metadata for video upload"},
		{`{"metadata":null}`, 400, ""},
		{`{"metadata":{"courseId":"x","title":"` + strings.Repeat("ü", 201) + `"}}`, 400, "The title must be at most 200 characters"},
		{`{"metadata":{"courseId":"x","title":"` + strings.Repeat("ü", 200) + `"}}`, 404, ""},
		{`{"metadata":{"courseId":"nowhere"}}`, 404, "You don't teach a course with this ID."},
	} {
		var change map[string]any
		must(t, json.Unmarshal([]byte(c.change), &change))
		body := map[string]any{}
		for _, m := range []map[string]any{good, change} {
			for name, value := range m {
				body[name] = value
			}
		}
		text, _ := json.Marshal(body)
		got := testapp.Read[rest.Problem](t, w.teacher.Do("POST", "/video-streaming/initialize-upload", string(text), c.status))
		if c.message != "" && got.Message != c.message {
			t.Errorf("%s: %q, want %q", c.change, got.Message, c.message)
		}
	}
	for _, body := range []string{``, `[]`, `{`, `{"fileSize":NaN}`, `"x"`, `null`} {
		w.teacher.Do("POST", "/video-streaming/initialize-upload", body, 400)
	}
	if w.storedNames() != nil || w.Count("SELECT count(*) FROM upload_sessions")+w.Count("SELECT count(*) FROM videos") != 0 {
		t.Errorf("refused requests left %v", w.storedNames())
	}
}

func TestFileNamesAreForDisplayOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, want := range map[string]string{
		"../../etc/passwd.mp4": "passwd.mp4", `C:\films\one.mov`: "one.mov", "a\u202e4pm.mp4": "a4pm.mp4", "a\x07b\n.mp4": "ab.mp4",
		"%2e%2e%2fx.mkv": "%2e%2e%2fx.mkv", "/.mp4": ".mp4", "Übung 1 — Bienen.webm": "Übung 1 — Bienen.webm", "A.MP4": "A.MP4",
		strings.Repeat("x", 5000) + ".mp4": strings.Repeat("x", 196) + ".mp4",
	} {
		body, _ := json.Marshal(map[string]any{"fileName": name, "fileSize": 5, "contentType": "video/mp4", "courseId": w.course, "key": "../../x", "bucket": "../y"})
		s := testapp.Read[session](t, w.teacher.Do("POST", "/video-streaming/initialize-upload", string(body), 201)).Data
		if s.OriginalFileName != want || s.Key != "sources/"+s.VideoID || s.Bucket != "media" {
			t.Errorf("%q became %q at %s/%s", name, s.OriginalFileName, s.Bucket, s.Key)
		}
	}
}

func TestInvalidChunksAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(250, 1)
	s := w.open(content, 100)
	first := w.send(s, 1, content[:100])
	text := func(b []byte) string { return base64.StdEncoding.EncodeToString(b) }
	flat := func(n, data string) string {
		return fmt.Sprintf(`{"uploadId":%q,"partNumber":%s,"chunkData":"%s"}`, s.UploadID, n, data)
	}
	late := func(n, data string) string {
		return fmt.Sprintf(`{"chunkData":"%s","uploadId":%q,"partNumber":%s}`, data, s.UploadID, n)
	}
	behind := func(name, value string) string {
		return strings.TrimSuffix(flat("2", text(content[100:200])), "}") + fmt.Sprintf(`,%q:%q}`, name, value)
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(make([]byte, 1<<20))
	must(t, z.Close())
	sum := md5.Sum([]byte("another"))
	field := func(name, value string) string {
		return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
	}
	const unfit = "The request contains a character that can't be stored: U+0000, or one that is not UTF-8."
	for name, c := range map[string]struct {
		kind, body, query string
		header            [2]string
		status            int
		message           string
	}{
		"empty":                    {body: flat("2", ""), status: 400, message: "Empty chunk detected. Please try uploading again."},
		"empty, told late":         {body: late("2", ""), status: 400, message: "Empty chunk detected. Please try uploading again."},
		"empty bytes":              {kind: "application/octet-stream", query: "?uploadId=" + s.UploadID + "&partNumber=2", status: 400, message: "Empty chunk detected. Please try uploading again."},
		"a byte short":             {body: flat("2", text(content[:99])), status: 400},
		"a byte long":              {body: flat("2", text(content[:101])), status: 413},
		"a byte long, told late":   {body: late("2", text(content[:101])), status: 413},
		"a long last part":         {body: flat("3", text(content[:51])), status: 413},
		"a re-sent one, short":     {body: flat("1", text(content[:99])), status: 400},
		"part 0":                   {body: flat("0", text(content[:100])), status: 400},
		"part 0, told late":        {body: late("0", text(content[:100])), status: 400},
		"part 4":                   {body: flat("4", text(content[:100])), status: 400},
		"part 10001":               {body: flat("10001", text(content[:100])), status: 400},
		"part -1":                  {body: flat("-1", text(content[:100])), status: 400},
		"part 1.5":                 {body: flat("1.5", text(content[:100])), status: 400},
		"part 2^64":                {body: flat("18446744073709551616", text(content[:100])), status: 400},
		"part x":                   {body: flat(`"x"`, text(content[:100])), status: 400},
		"no part":                  {body: fmt.Sprintf(`{"uploadId":%q,"chunkData":%q}`, s.UploadID, text(content[:100])), status: 400},
		"no session":               {body: fmt.Sprintf(`{"partNumber":2,"chunkData":%q}`, text(content[:100])), status: 400, message: "Upload session is required"},
		"no session, told nothing": {body: fmt.Sprintf(`{"chunkData":%q}`, text(content[:100])), status: 400, message: "Upload session is required"},
		"bytes without a session":  {kind: "application/octet-stream", query: "?partNumber=2", body: string(content[:100]), status: 400, message: "Upload session is required"},
		"an empty session":         {body: fmt.Sprintf(`{"uploadSession":{},"partNumber":2,"chunkData":%q}`, text(content[:100])), status: 400, message: "Upload session is required"},
		"a path for a session":     {body: fmt.Sprintf(`{"uploadId":"../../x","partNumber":2,"chunkData":%q}`, text(content[:100])), status: 404},
		"a NUL in the session":     {body: fmt.Sprintf(`{"uploadId":"\u0000","partNumber":2,"chunkData":%q}`, text(content[:100])), status: 400, message: unfit},
		"another key behind":       {body: behind("key", "sources/x"), status: 404},
		"another bucket behind":    {body: behind("bucket", "x"), status: 404},
		"another video behind":     {body: behind("videoId", "x"), status: 404},
		"another course behind":    {body: behind("courseId", "x"), status: 404},
		"no data":                  {body: fmt.Sprintf(`{"uploadId":%q,"partNumber":2}`, s.UploadID), status: 400, message: "chunkData is required"},
		"garbage":                  {body: flat("2", "@@@@"), status: 400},
		"line breaks":              {body: flat("2", text(content[:50])+`\n`+text(content[50:100])), status: 400},
		"no padding":               {body: flat("2", strings.TrimRight(text(content[:100]), "=")), status: 400},
		"twice":                    {body: fmt.Sprintf(`{"uploadId":%q,"partNumber":2,"chunkData":%q,"chunkData":%q}`, s.UploadID, text(content[:100]), text(content[:100])), status: 400},
		"two part numbers":         {body: fmt.Sprintf(`{"uploadId":%q,"partNumber":2,"chunkData":%q,"partNumber":3}`, s.UploadID, text(content[:100])), status: 400},
		"cut off in the data":      {body: flat("2", text(content[:100]))[:120], status: 400},
		"cut off behind the data":  {body: fmt.Sprintf(`{"uploadId":%q,"partNumber":2,"chunkData":%q`, s.UploadID, text(content[:100])), status: 400},
		"garbage behind the data":  {body: flat("2", text(content[:100])) + "x", status: 400},
		"nested without end":       {body: `{"x":` + strings.Repeat("[", 1<<20), status: 400},
		"not JSON":                 {body: `chunk`, status: 400},
		"an empty body":            {body: ``, status: 400},
		"text":                     {kind: "text/plain", body: "x", status: 415},
		"no type":                  {kind: " ", body: "x", status: 415},
		"gzip":                     {body: bomb.String(), header: [2]string{"Content-Encoding", "gzip"}, status: 415},
		"gzip bytes":               {kind: "application/octet-stream", query: "?uploadId=" + s.UploadID + "&partNumber=2", body: bomb.String(), header: [2]string{"Content-Encoding", "gzip"}, status: 415},
		"no boundary":              {kind: "multipart/form-data", body: "x", status: 400},
		"bytes without a part":     {kind: "application/octet-stream", query: "?uploadId=" + s.UploadID, body: "x", status: 400},
		"bytes of the wrong size":  {kind: "application/octet-stream", query: "?uploadId=" + s.UploadID + "&partNumber=2", body: string(content[:101]), status: 413},
		"bytes that were changed":  {kind: "application/octet-stream", query: "?uploadId=" + s.UploadID + "&partNumber=2", body: string(content[:100]), header: [2]string{"Content-MD5", base64.StdEncoding.EncodeToString(sum[:])}, status: 400},
		"a checksum that is none":  {kind: "application/octet-stream", query: "?uploadId=" + s.UploadID + "&partNumber=2", body: string(content[:100]), header: [2]string{"x-checksum-sha256", "x"}, status: 400},
		"U+0000 in a form":         {kind: "application/x-www-form-urlencoded", body: "uploadId=a%00&partNumber=2&chunkData=AAAA", status: 400, message: unfit},
		"U+0000 in a multipart":    {kind: "multipart/form-data; boundary=x", body: field("uploadId", "a\x00") + field("partNumber", "2") + field("chunkData", "AAAA") + "--x--", status: 400, message: unfit},
		"U+0000 in a header":       {kind: "application/octet-stream", query: "?partNumber=2", body: "x", header: [2]string{"X-Upload-Id", "a%00"}, status: 400, message: unfit},
		"no UTF-8 in a header":     {kind: "application/octet-stream", query: "?partNumber=2", body: "x", header: [2]string{"X-Upload-Id", "a\xff"}, status: 400, message: unfit},
		"no UTF-8 behind %":        {kind: "application/octet-stream", query: "?partNumber=2", body: "x", header: [2]string{"X-Upload-Id", "a%ff"}, status: 400, message: unfit},
		"a large field name":       {kind: "multipart/form-data; boundary=x", body: field(strings.Repeat("a", 16<<20), "x") + "--x--", status: 400},
		"a large file name":        {kind: "multipart/form-data; boundary=x", body: strings.Replace(field("chunkData", "x"), `"chunkData"`, `"chunkData"; filename="`+strings.Repeat("a", 16<<20)+`"`, 1) + "--x--", status: 400},
		"a percent sign in a form": {kind: "application/x-www-form-urlencoded", body: "uploadId=" + s.UploadID + "&partNumber=2&chunkData=%", status: 400},
	} {
		r := httptest.NewRequest("POST", "/api/v1/video-streaming/upload-chunk"+c.query, strings.NewReader(c.body))
		if c.kind == "" {
			c.kind = "application/json"
		}
		r.Header.Set("Content-Type", c.kind)
		if c.header[0] != "" {
			r.Header.Set(c.header[0], c.header[1])
		}
		a := w.teacher.SendRaw(r)
		message := testapp.Read[rest.Problem](t, a.Body.String()).Message
		if a.Code != c.status || message == "" || c.message != "" && message != c.message {
			t.Errorf("%s: %d %q, want %d %q", name, a.Code, message, c.status, c.message)
		}
	}
	if v := w.validate(s); !slices.Equal(v.UploadedParts, []upload.UploadedPart{{PartNumber: 1, Etag: first.Etag}}) {
		t.Errorf("a refused request changed the parts to %+v", v.UploadedParts)
	}
	w.complete(s, []upload.UploadedPart{{PartNumber: 1, Etag: first.Etag}, {PartNumber: 2, Etag: w.send(s, 2, content[100:200]).Etag}, {PartNumber: 3, Etag: w.send(s, 3, content[200:]).Etag}})
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("a refused part reached the file")
	}
}

func TestMatchingChecksums(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(100, 1)
	s := w.open(content, 100)
	m, h := md5.Sum(content), sha256.Sum256(content)
	for name, value := range map[string]string{"Content-MD5": base64.StdEncoding.EncodeToString(m[:]), "x-checksum-sha256": hex.EncodeToString(h[:])} {
		r := httptest.NewRequest("PUT", s.UploadURLs[0].URL, bytes.NewReader(content))
		r.Header.Set(name, value)
		if a := w.Nobody().SendRaw(r); a.Code != 200 {
			t.Errorf("%s: %d %s", name, a.Code, a.Body)
		}
	}
}

// A client that sends more than it said is stopped at the first byte too many.
func TestOversizedBodyIsCutOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.open(noise(1000, 1), 1000)
	for _, head := range []string{
		fmt.Sprintf(`{"uploadId":%q,"partNumber":1,"chunkData":"`, s.UploadID), fmt.Sprintf(`{"partNumber":1,"chunkData":"`),
	} {
		endless := &repeating{}
		r := httptest.NewRequest("POST", "/api/v1/video-streaming/upload-chunk", io.MultiReader(strings.NewReader(head), endless))
		r.ContentLength = -1
		r.Header.Set("Content-Type", "application/json")
		if a := w.teacher.SendRaw(r); a.Code != 413 {
			t.Errorf("%d %s", a.Code, a.Body)
		}
		if endless.given > 80<<20 {
			t.Errorf("%d bytes were read", endless.given)
		}
	}
	if v := w.validate(s); len(v.UploadedParts) != 0 {
		t.Errorf("parts %+v", v.UploadedParts)
	}
}

// repeating never ends.
type repeating struct{ given int }

func (r *repeating) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'A'
	}
	r.given += len(p)
	return len(p), nil
}

func TestCompleteRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(250, 1)
	s := w.open(content, 100)
	good := w.sendAll(s, content)
	without := func(n int) []upload.UploadedPart { return slices.Delete(slices.Clone(good), n, n+1) }
	with := func(n int64, etag string) []upload.UploadedPart {
		return append(slices.Clone(good), upload.UploadedPart{PartNumber: n, Etag: etag})
	}
	wrong := slices.Clone(good)
	wrong[1].Etag = "wrong"
	for name, parts := range map[string][]upload.UploadedPart{
		"none": nil, "no first": without(0), "no last": without(2), "part 0": with(0, "x"), "part 4": with(4, "x"), "part 10001": with(10001, "x"),
		"twice": with(1, good[0].Etag), "another etag": wrong, "negative": with(-1, "x"),
	} {
		body := w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(s, parts), 400)
		if p := testapp.Read[rest.Problem](t, body); p.Message != "Invalid upload data. Please restart the upload." {
			t.Errorf("%s: %s", name, body)
		}
	}
	for _, body := range []string{`{"uploadSession":{"uploadId":"` + s.UploadID + `"},"parts":"x"}`, `{"uploadSession":7}`, `[]`, ``} {
		w.teacher.Do("POST", "/video-streaming/complete-upload", body, 400)
	}
	for path, want := range map[string]string{"complete-upload": "Invalid upload data. Please restart the upload.",
		"validate-session": "Upload session is required", "abort-upload": "Upload session is required"} {
		for _, body := range []string{`{"parts":[]}`, `{"uploadSession":{},"parts":[]}`, `{"uploadSession":{"uploadId":""}}`} {
			if p := testapp.Read[rest.Problem](t, w.teacher.Do("POST", "/video-streaming/"+path, body, 400)); p.Message != want {
				t.Errorf("%s %s: %q, want %q", path, body, p.Message, want)
			}
		}
	}
	if w.videoStatus(s) != "uploading" || w.Count("SELECT count(*) FROM jobs") != 0 {
		t.Errorf("a refused request made the video %s", w.videoStatus(s))
	}
	half := w.open(content, 100)
	one := w.send(half, 2, content[100:200])
	body := w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(half, []upload.UploadedPart{{PartNumber: 2, Etag: one.Etag}}), 400)
	if !strings.Contains(body, `"missingParts":[1,3]`) {
		t.Errorf("the error lacks the missing parts: %s", body)
	}
	w.complete(s, good)
}

func TestSignedURLs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(200, 1)
	s, other := w.open(content, 100), w.open(content, 100)
	put := func(url string, body []byte, want int) {
		t.Helper()
		if a := w.Nobody().SendRaw(httptest.NewRequest("PUT", url, bytes.NewReader(body))); a.Code != want {
			t.Errorf("%s: %d, want %d: %s", url, a.Code, want, a.Body)
		}
	}
	first := s.UploadURLs[0].URL
	put(strings.Replace(first, "/parts/1?", "/parts/2?", 1), content[:100], 403)
	put(strings.Replace(first, s.UploadID, other.UploadID, 1), content[:100], 403)
	put(strings.Replace(first, "expires=", "expires=9", 1), content[:100], 403)
	put(first+"x", content[:100], 403)
	put(strings.Split(first, "?")[0], content[:100], 403)
	put(first, content[:99], 400)
	put(first, content[:101], 413)
	if v := w.validate(s); len(v.UploadedParts) != 0 {
		t.Errorf("a refused part is stored: %+v", v.UploadedParts)
	}
	put(first, content[:100], 200)
	w.teacher.Do("POST", "/video-streaming/abort-upload", reference(s), 200)
	put(first, content[:100], 404)
	w.Clock.Advance(25 * time.Hour)
	put(other.UploadURLs[0].URL, content[:100], 410)
	w.Clock.Advance(7 * 24 * time.Hour)
	put(other.UploadURLs[0].URL, content[:100], 403)
}
