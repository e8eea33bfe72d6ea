package faults

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// requests are the largest requests of all operations that take or give files, and those that are worse than their size.
func (w *fileWalk) requests() map[string][]fileRequest {
	all := map[string][]fileRequest{}
	for _, some := range []map[string][]fileRequest{w.sheets(), w.questions(), w.curricula(), w.files(), w.chunks(), w.media(), w.personal(), w.calendar(), w.attendance(), w.receipt(), w.certificates(), w.templates(), w.holidays(), w.recordings(), w.customers(), w.blog()} {
		for operation, requests := range some {
			all[operation] = append(all[operation], requests...)
		}
	}
	return all
}

func get(path string) []fileRequest { return []fileRequest{{path: path, status: 200}} }

// cue is a caption. Ten thousand of them are nearly a megabyte, as much as captions may have.
const cue = "00:00.100 --> 00:00.200\n<b>Bees dance</b> & <i>wasps do not</i>, as far as we know so far.\n\n"

// streamed is a body made while it is sent.
func streamed(path, kind string, status int, size int64, parts ...io.Reader) fileRequest {
	return fileRequest{path: path, kind: kind, size: size, status: status, body: func() io.Reader { return io.MultiReader(parts...) }}
}

// stored is a body in a file.
func (w *fileWalk) stored(path, kind string, status int, file string) fileRequest {
	return fileRequest{path: path, kind: kind, size: -1, status: status, body: func() io.Reader {
		f, err := os.Open(file)
		if err != nil {
			w.t.Fatal(err)
		}
		w.t.Cleanup(func() { _ = f.Close() })
		return f
	}}
}

// repeated is a text, repeated to this many bytes.
type repeated struct {
	text string
	left int64
}

func repeat(text string, size int64) io.Reader {
	return &repeated{strings.Repeat(text, max(1, 64<<10/len(text))), size / int64(len(text)) * int64(len(text))}
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[:min(int64(len(r.text)), r.left)])
	if int64(n) < r.left && n < len(r.text) { // it goes on in the middle of the text
		r.text = r.text[n:] + r.text[:n]
	}
	r.left -= int64(n)
	return n, nil
}

// sheets are CSV in both directions: as many rows as are allowed, one row of as many cells and one cell as the bytes allow, and a row
// in which everything is wrong.
func (w *fileWalk) sheets() map[string][]fileRequest {
	const csv = "text/csv"
	users, enrolled := "/users/imports", "/courses/"+w.target+"/enrollments/import"
	rows := func(n int, heading, row string) io.Reader {
		return io.MultiReader(strings.NewReader(heading), repeat(row, int64(n*len(row))))
	}
	const heading = "full_name,email,roles\n"
	day := func(fromNow int) string { return time.Now().UTC().AddDate(0, 0, fromNow).Format(time.DateOnly) }
	return map[string][]fileRequest{
		"GET /audit-log/export":                            get("/audit-log/export"),
		"GET /security-log/export":                         get("/security-log/export"),
		"GET /users/imports/{id}/refused":                  get("/users/imports/" + bulkJob + "/refused"),
		"GET /users/bulk-jobs/{id}/refused":                get("/users/bulk-jobs/" + bulkJob + "/refused"),
		"GET /demo-booking/export":                         get("/demo-booking/export"),
		"GET /users/export":                                get("/users/export"),
		"GET /dashboard/export":                            get("/dashboard/export?metric=enrolments&sheet=rows&from=" + day(-300) + "&to=" + day(1)),
		"GET /student-analytics/courses/{id}/export":       get("/student-analytics/courses/" + w.course + "/export"),
		"GET /assignments/courses/{id}/submissions/export": get("/assignments/courses/" + w.course + "/submissions/export"),
		"POST /users/imports": {
			streamed(users, csv, 400, -1, rows(1, heading, "a,b@c.de,student"+strings.Repeat(",", 5*mib-100)+"\n")),
			streamed(users, csv, 400, -1, rows(1, heading, "a,b@c.de,"+strings.Repeat("a ", 5*mib/2-100)+"\n")),
			streamed(users, csv, 400, -1, rows(1, strings.Repeat("a,", 5*mib/2-100)+heading, "a\n")),
			streamed(users, csv, 400, -1, strings.NewReader(heading), repeat("a,b,c\n", 40*mib)),
			streamed(users, csv, 413, -1, rows(40_000, heading, strings.Repeat("n", 1000)+",b@c.de,student\n")),
			streamed(users+"?dry_run=true", csv, 200, -1, rows(10_000, heading, strings.Repeat("n", 450)+",nobody,pupil\n")),
		},
		"POST /courses/{id}/enrollments/import": {
			streamed(enrolled+"?dry_run=true", csv, 200, -1, rows(5_000, "email\n", "user"+strings.Repeat("r", 300)+"@lectern.test\n")),
			streamed(enrolled, csv, 413, -1, rows(40_000, "email\n", strings.Repeat("n", 1000)+"@c.de\n")),
		},
	}
}

// questions are the files of a question bank.
func (w *fileWalk) questions() map[string][]fileRequest {
	file := filepath.Join(w.dir, "questions.json")
	to := "/question-banks/" + w.target + "/import"
	question := "::bees:: How many " + strings.Repeat("little ", 40) + "bees? {=6 ~5 ~4}\n\n"
	text := "/question-banks/" + w.target + "/questions/text?dry_run=true&format="
	return map[string][]fileRequest{
		"GET /question-banks/{id}/export": {{path: "/question-banks/" + w.course + "/export", status: 200, keep: file}},
		"POST /question-banks/{id}/import": {
			w.stored(to, "application/json", 200, file),
			streamed(to, "application/json", 400, -1, strings.NewReader(`{"format":"lectern-questions-1","questions":[`), repeat("{},", 60*mib)),
			streamed(to, "application/json", 413, -1, strings.NewReader(`{"format":"lectern-questions-1","questions":[{"prompt":"`), repeat("a", 60*mib)),
			streamed(to, "application/json", 400, -1, strings.NewReader(`{"format":"lectern-questions-1","questions":[`), repeat("[", 60*mib)),
			streamed(to, "application/json", 413, -1, repeat(" ", 600*mib)),
		},
		"POST /question-banks/{id}/questions/text": {
			streamed(text+"gift", "text/plain", 200, -1, repeat(question, 1900*int64(len(question)))),
			streamed(text+"aiken", "text/plain", 413, -1, repeat("Why?\nA. So\nB. Because\nANSWER: A\n\n", 60*mib)),
			streamed(text+"csv", "text/plain", 413, -1, repeat("a", 60*mib)),
		},
	}
}

// curricula are packages, cartridges, templates and copies, and packages that unpack to more than they seem.
func (w *fileWalk) curricula() map[string][]fileRequest {
	const zipped = "application/zip"
	at := func(name string) string { return filepath.Join(w.dir, name) }
	from, to := "/curriculum/course/"+w.course, "/curriculum/course/"+w.target
	packed := func(status int, name string, entries map[string]io.Reader) fileRequest {
		w.zip(at(name), entries)
		return w.stored(to+"/import", zipped, status, at(name))
	}
	text := func(parts ...io.Reader) map[string]io.Reader {
		return map[string]io.Reader{"curriculum.json": io.MultiReader(parts...)}
	}
	begun := func() io.Reader {
		return strings.NewReader(`{"format":"lectern-curriculum-1","title":"T","sections":[`)
	}
	page := func(body io.Reader) map[string]io.Reader {
		return map[string]io.Reader{"page.html": body, "imsmanifest.xml": strings.NewReader(`<manifest><metadata><schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion></metadata>
			<organizations><organization><item><item identifier="i" identifierref="r"><title>Page</title></item></item></organization></organizations>
			<resources><resource identifier="r" type="webcontent" href="page.html"><file href="page.html"/></resource></resources></manifest>`)}
	}
	return map[string][]fileRequest{
		"GET /curriculum/course/{id}/export": {
			{path: from + "/export", status: 200, keep: at("package.zip")},
			{path: from + "/export?format=imscc", status: 200, keep: at("cartridge.imscc")},
		},
		"POST /curriculum/course/{id}/import": {
			w.stored(to+"/import", zipped, 200, at("package.zip")),
			w.stored(to+"/import", zipped, 200, at("cartridge.imscc")),
			packed(413, "sections.zip", text(begun(), repeat("{},", 60*mib))),
			packed(413, "deep.zip", text(begun(), repeat("[", 60*mib))),
			packed(413, "title.zip", text(strings.NewReader(`{"title":"`), repeat("a", 60*mib))),
			packed(413, "zeros.zip", map[string]io.Reader{"files/a": repeat("\x00", 600*mib)}),
			packed(200, "tags.zip", page(repeat("<p>", 7*mib))),
			packed(200, "attributes.zip", page(io.MultiReader(strings.NewReader("<p "), repeat("a=b ", 7*mib), strings.NewReader(">")))),
			packed(200, "picture.zip", page(io.MultiReader(strings.NewReader(`<p>Bees</p><img alt="Bees" src="data:image/png;base64,iVBORw0KGgo`), repeat("AAAA", 7*mib), strings.NewReader(`A"><p>End</p>`)))),
			packed(413, "manifest.zip", map[string]io.Reader{"imsmanifest.xml": io.MultiReader(strings.NewReader("<manifest>"), repeat("<item/>", 15*mib))}),
			packed(413, "attribute.zip", map[string]io.Reader{"imsmanifest.xml": io.MultiReader(strings.NewReader("<manifest a='"), repeat("a", 15*mib))}),
			streamed(to+"/import", zipped, 413, -1, repeat("PK", 600*mib)),
		},
		"POST /curriculum/course/{id}/import/{templateId}":            {{path: to + "/import/none", status: 404}},
		"POST /curriculum/course/{id}/duplicate/{sourceId}":           {{path: to + "/duplicate/" + w.course, status: 200}},
		"POST /curriculum/course/{id}/lessons/{lessonId}/duplicate":   {{path: from + "/lessons/00000000-0000-7000-8000-000000000001/duplicate", status: 201}},
		"POST /curriculum/course/{id}/sections/{sectionId}/duplicate": {{path: from + "/sections/00000000-0000-7000-8003-000000000000/duplicate", status: 201}},
		"GET /curriculum/templates":                                   get("/curriculum/templates"),
		"POST /curriculum/templates": {streamed("/curriculum/templates", "application/json", 413, -1,
			strings.NewReader(`{"course_id":"`+w.course+`","title":"Large","category":"Tests"}`))},
	}
}

// zip writes a ZIP file.
func (w *fileWalk) zip(name string, entries map[string]io.Reader) {
	w.t.Helper()
	f, err := os.Create(name)
	if err != nil {
		w.t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for entry, content := range entries {
		to, err := z.Create(entry)
		if err == nil {
			_, err = io.Copy(to, content)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		w.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// files are sent and fetched as they are.
func (w *fileWalk) files() map[string][]fileRequest {
	const bytes = "application/octet-stream"
	file := func(most int64) func(string, string, int) fileRequest {
		return func(path, kind string, status int) fileRequest {
			return streamed(path+"?name=large.pdf", kind, status, most, strings.NewReader("%PDF-"), repeat("a", most-5))
		}
	}
	// What is fetched is sent first: the address is in the answer.
	address := func(method, path, kind string, size int64) string {
		sent := streamed(path+"?name=a.pdf", kind, 0, size, strings.NewReader("%PDF-"), repeat("a", size-5))
		status, answer := w.send(method, sent)
		found := regexp.MustCompile(`"address":"/api/v1([^"]+)"`).FindStringSubmatch(answer)
		if found == nil {
			w.t.Fatalf("%s %s: %d, no address in %s", method, path, status, answer)
		}
		return found[1]
	}
	course, work, brochure := "/curriculum/course/"+w.target+"/files", "/assignments/"+w.task+"/files", "/courses/"+w.target+"/brochure"
	return map[string][]fileRequest{
		"POST /curriculum/course/{id}/files":                             {file(100*mib)(course, bytes, 201), file(200*mib)(course, bytes, 413)},
		"GET /curriculum/files/{fileId}/{until}/{signature}":             get(address("POST", course, bytes, 60*mib)),
		"POST /assignments/{id}/files":                                   {file(100*mib)(work, bytes, 201)},
		"GET /submission-files/{fileId}/{until}/{signature}":             get(address("POST", work, bytes, 60*mib)),
		"PUT /courses/{id}/brochure":                                     {file(20*mib)(brochure, "application/pdf", 200)},
		"GET /courses/brochures/{courseId}/{fileId}/{until}/{signature}": get(address("PUT", brochure, "application/pdf", 20*mib)),
		"PUT /video-streaming/{id}/captions/{language}": {
			streamed("/video-streaming/"+w.video+"/captions/de?label=a", "text/vtt", 200, -1, strings.NewReader("WEBVTT\n\n"), repeat(cue, 10_000*int64(len(cue)))),
			streamed("/video-streaming/"+w.video+"/captions/fr", "text/vtt", 400, -1, strings.NewReader("WEBVTT\n\n00:00.100 --> 00:00.200\n"), repeat("a\n", mib-100)),
			streamed("/video-streaming/"+w.video+"/captions/fr", "text/vtt", 400, -1, strings.NewReader("WEBVTT\n\n"), repeat("00:00.100 --> 00:00.200\na\n\n", mib-100)),
			streamed("/video-streaming/"+w.video+"/captions/de", "application/json", 413, -1, strings.NewReader(`{"content":"`), repeat("a", 60*mib)),
		},
		"POST /auth/oauth/apple/callback": {streamed("/auth/oauth/apple/callback", "application/x-www-form-urlencoded", 303, -1, strings.NewReader("state="), repeat("a", 60*mib))},
	}
}

// chunks are parts of 50 MB in all their forms.
func (w *fileWalk) chunks() map[string][]fileRequest {
	const chunk, to = 50 * mib, "/video-streaming/upload-chunk"
	up := begin(w.t, w.chief, "large.mp4", w.target, 4*chunk, chunk)
	reference := fmt.Sprintf(`"uploadId":%q,"videoId":%q`, up.UploadID, up.VideoID)
	encoded := func() io.Reader { return repeat("AAAA", chunk/3*4) }
	form := fmt.Sprintf("--b\r\nContent-Disposition: form-data; name=\"uploadId\"\r\n\r\n%s\r\n--b\r\nContent-Disposition: form-data; name=\"partNumber\"\r\n\r\n4\r\n"+
		"--b\r\nContent-Disposition: form-data; name=\"chunkData\"; filename=\"a\"\r\nContent-Type: application/octet-stream\r\n\r\n", up.UploadID)
	return map[string][]fileRequest{
		"POST /video-streaming/upload-chunk": {
			streamed(to+"?uploadId="+up.UploadID+"&partNumber=1", "application/octet-stream", 200, chunk, repeat("\x00", chunk)),
			streamed(to, "application/json", 200, -1, strings.NewReader(`{`+reference+`,"partNumber":2,"chunkData":"`), encoded(), strings.NewReader(`AAA="}`)),
			streamed(to, "application/x-www-form-urlencoded", 200, -1, strings.NewReader("uploadId="+up.UploadID+"&partNumber=3&chunkData="), encoded(), strings.NewReader("AAA%3D")),
			streamed(to, "multipart/form-data; boundary=b", 200, -1, strings.NewReader(form), repeat("\x00", chunk), strings.NewReader("\r\n--b--\r\n")),
		},
		"PUT /video-streaming/uploads/{uploadId}/parts/{number}": {streamed("/video-streaming/uploads/"+up.UploadID+"/parts/1?expires=1&signature=a", "application/octet-stream", 403, chunk, repeat("\x00", chunk))},
	}
}

// media are the files of a video.
func (w *fileWalk) media() map[string][]fileRequest {
	var urls struct {
		Token      string
		Generation int64
		Renditions []struct{ Name string }
	}
	captions := streamed("/video-streaming/"+w.video+"/captions/en", "text/vtt", 0, -1, strings.NewReader("WEBVTT\n\n"), repeat(cue, 10_000*int64(len(cue))))
	if status, answer := w.send("PUT", captions); status != 200 {
		w.t.Fatalf("captions: %d %s", status, answer)
	}
	w.chief.must("GET", "/video-streaming/"+w.video+"/streaming-urls", nil, &urls)
	var file struct{ URL string }
	details := streamed("/video-streaming/"+w.video+"/metadata", "application/json", 0, -1, strings.NewReader(`{"isDownloadable":true}`))
	if status, answer := w.send("PATCH", details); status != 200 {
		w.t.Fatalf("details: %d %s", status, answer)
	}
	w.chief.must("POST", "/video-streaming/"+w.video+"/download", nil, &file)
	root := fmt.Sprintf("/media/%s/%s/g%d/", urls.Token, w.video, urls.Generation)
	const operation = "GET /media/{token}/{videoId}/g{generation}/"
	all := map[string][]fileRequest{"GET /media/downloads/{token}": get(strings.TrimPrefix(file.URL, "/api/v1"))}
	for template, names := range map[string][]string{
		"captions/{file}": {"captions/en.vtt", "captions/en.m3u8", "captions/en.1.vtt"}, "keys/{epoch}": {"keys/0"}, "poster.webp": {"poster.webp"},
		"storyboard.jpg": {"storyboard.jpg"}, "storyboard.vtt": {"storyboard.vtt"}, "thumbs/{file}": {"thumbs/0.webp"},
		"clear/dash/manifest.mpd": {"clear/dash/manifest.mpd"}, "sealed/dash/manifest.mpd": {"sealed/dash/manifest.mpd"},
		"clear/hls/{file}": {"clear/hls/master.m3u8"}, "sealed/hls/{file}": {"sealed/hls/master.m3u8"},
		"clear/{rendition}/{file}": {"clear/audio/1.m4s", "clear/" + urls.Renditions[0].Name + "/1.m4s"}, "sealed/{rendition}/{file}": {"sealed/" + urls.Renditions[0].Name + "/1.m4s"},
	} {
		for _, name := range names {
			all[operation+template] = append(all[operation+template], get(root+name)...)
		}
	}
	return all
}

// personal are pictures, and the archive of what is held about a user.
func (w *fileWalk) personal() map[string][]fileRequest {
	picture := w.picture(6000, 5000)
	small := w.picture(320, 180)
	address := func(method, path, shown string) []fileRequest {
		status, answer := w.send(method, streamed(path, "image/png", 0, int64(len(small)), bytes.NewReader(small)))
		found := regexp.MustCompile(`/api/v1(/` + shown + `/[^"]+)"`).FindStringSubmatch(answer)
		if found == nil {
			w.t.Fatalf("%s: %d, no address in %s", path, status, answer)
		}
		return get(found[1])
	}
	decoded := func(path string) []fileRequest {
		whole := streamed(path, "image/png", 200, int64(len(picture)), bytes.NewReader(picture))
		whole.opens = true
		return []fileRequest{whole, streamed(path, "image/png", 413, -1, repeat("a", 60*mib))}
	}
	var course struct {
		Cover struct{ Sizes []struct{ URL string } }
	}
	w.chief.must("PATCH", "/video-streaming/"+w.video+"/metadata", map[string]any{"isPreview": true}, nil)
	w.chief.must("GET", "/courses/"+w.target, nil, &course) // its cover is the poster of the video
	cover := "/courses/" + w.target + "/cover"
	var post struct{ ID string }
	w.chief.must("POST", "/blogs", map[string]string{"title": "Bees"}, &post)
	postCover := "/blogs/" + post.ID + "/cover"
	uploads := decoded("/uploads")
	whole := w.picture(4000, 3000) // as large as phones take them: all of it is scaled
	uploads[0] = streamed("/uploads", "image/png", 201, int64(len(whole)), bytes.NewReader(whole))
	uploads[0].opens = true
	var exports []struct{ Status, DownloadURL string }
	w.chief.must("POST", "/profile/me/export", map[string]any{}, nil)
	eventually(w.t, patience, "the archive is ready", func() bool {
		w.chief.must("GET", "/profile/me/exports", nil, &exports)
		return exports[0].Status == "ready"
	})
	return map[string][]fileRequest{
		"GET /avatars/{id}/{size}":           address("PUT", "/profile/me/avatar", "avatars"),
		"GET /logos/{hash}/{height}":         address("PUT", "/settings/logo", "logos"),
		"GET /covers/posters/{id}/{version}": get(strings.TrimPrefix(course.Cover.Sizes[0].URL, "/api/v1")),
		"GET /covers/{id}/{width}":           address("PUT", cover, "covers"),
		"PUT /courses/{id}/cover":            decoded(cover),
		"GET /blog-covers/{id}/{width}":      address("PUT", postCover, "blog-covers"),
		"GET /uploads/{id}/{width}":          address("POST", "/uploads", "uploads"),
		"POST /uploads":                      uploads,
		"PUT /blogs/{id}/cover":              decoded(postCover),
		"PUT /settings/logo":                 decoded("/settings/logo"),
		"PUT /profile/me/avatar":             decoded("/profile/me/avatar"),
		"POST /profile/me/export":            {{path: "/profile/me/export", status: 201}},
		"GET /profile/me/exports":            get("/profile/me/exports"),
		"GET /profile/exports/{token}":       get(strings.TrimPrefix(exports[0].DownloadURL, "/api/v1")),
	}
}

// picture is a PNG of one colour, which needs few bytes in the file and four a pixel in memory.
func (w *fileWalk) picture(width, height int) []byte {
	var file bytes.Buffer
	painted := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range painted.Pix {
		painted.Pix[i] = 0xc0 // a grey through which what is behind shows
	}
	if err := png.Encode(&file, painted); err != nil {
		w.t.Fatal(err)
	}
	return file.Bytes()
}
