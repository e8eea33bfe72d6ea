package chunkbody

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"lectern/internal/platform/fault"
)

// readAll returns the texts and the chunks of a request.
func readAll(m Reader) (texts map[string]string, chunks []string, err error) {
	texts = map[string]string{}
	for {
		one, err := m.Next()
		if err == io.EOF {
			return texts, chunks, nil
		}
		if err != nil {
			return texts, chunks, err
		}
		if one.Chunk == nil {
			texts[one.Name] = one.Text
			continue
		}
		b, err := io.ReadAll(one.Chunk)
		if err != nil {
			return texts, chunks, err
		}
		chunks = append(chunks, string(b))
	}
}

func readJSON(body io.Reader) (map[string]string, []string, error) {
	r := NewJSON(body)
	defer r.Close()
	return readAll(r)
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"the spec's order": `{"uploadSession":{"uploadId":"u","videoId":"v","key":"k","bucket":"b"},"chunkData":"aGVsbG8=","partNumber":3,"originalFileName":"a \"b\".mp4","courseId":"c","contentType":"video\/mp4"}`,
		"the chunk last":   ` { "partNumber" : 3 , "contentType":"video/mp4","courseId":"c","originalFileName":"a \u0022b\u0022.mp4","uploadSession" : {"bucket":"b","key":"k","videoId":"v","uploadId":"u"}, "chunkData" : "aGVsbG8=" } `,
		"flat, snake":      `{"upload_id":"u","video_id":"v","key":"k","bucket":"b","chunk_data":"aGVsbG8=","part_number":"3","original_file_name":"a \"b\".mp4","course_id":"c","content_type":"video/mp4"}`,
		"with more":        `{"x":[1,-2.5e+3,{"y":[]},"]}",null,true],"uploadSession":{"uploadId":"u","videoId":"v","key":"k","bucket":"b","uploadUrls":[{"url":"z"}]},"chunkData":"aG\u0056sbG8\u003d","partNumber":3,"originalFileName":"a \"b\".mp4","courseId":"c","contentType":"video/mp4","y":{}}`,
	} {
		for kind, reader := range map[string]io.Reader{
			"at once": strings.NewReader(body), "byte by byte": iotest.OneByteReader(strings.NewReader(body)),
		} {
			texts, chunks, err := readJSON(reader)
			if err != nil || len(chunks) != 1 || chunks[0] != "hello" {
				t.Errorf("%s, %s: %q, %v", name, kind, chunks, err)
			}
			for member, want := range map[string]string{
				"uploadid": "u", "videoid": "v", "key": "k", "bucket": "b", "partnumber": "3",
				"originalfilename": `a "b".mp4`, "courseid": "c", "contenttype": "video/mp4",
			} {
				if texts[member] != want {
					t.Errorf("%s, %s: %s is %q", name, kind, member, texts[member])
				}
			}
		}
	}
}

func TestInvalidJSONIsRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, ` `, `null`, `[]`, `"x"`, `{`, `{}x`, `{} {}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,"a":1}`, `{"a":1 "b":2}`, `{a:1}`, `{'a':1}`,
		`{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`, `{"a":+1}`, `{"a":--1}`, `{"a":tru}`, `{"a":nulll}`, `{"a":NaN}`, `{"a":"\x"}`, `{"a":"\u12"}`,
		"{\"a\":\"\n\"}", `{"a":"`, `{"a":[1,]}`, `{"a":[1 2]}`, `{"a":{"b"}}`, `{"a":{"b":1,}}`, `{"a":[}`, `{"uploadSession":{"a":1}`,
		`{"chunkData":"aGVsbG8="`, `{"chunkData":"aGVs`, `{"chunkData":5}`, `{"chunkData":null}`, `{"chunkData":["aGVsbG8="]}`,
		`{"a":` + strings.Repeat("[", 100_000) + `}`, `{"a":` + strings.Repeat(`{"a":`, 100_000), `{"` + strings.Repeat("n", 1<<20) + `":1}`,
		`{"uploadId":"` + strings.Repeat("n", 1<<20) + `"}`, `{"partNumber":` + strings.Repeat("1", 1<<20) + `}`,
	} {
		if _, _, err := readJSON(strings.NewReader(body)); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.60q: %v", body, err)
		}
	}
}

func TestBase64IsStrict(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"aGVsbG8", "aGVsbG8==", "aGVsbG8=aGVs", "aGVsbG8= ", " aGVsbG8=", "aGVs bG8=", "a", "aG", "aGV", "=", "==", "====", "aGVsbG9=", "aB==", "a===",
		"-_==", "aGVs-G8=", "aGVs\\nbG8=", "aGVs\u00e9G8=", "aGVs\\u00e9G8=", "aGVs\\ud83d\\ude00", "aGVs\x00bG8=", strings.Repeat("A", 200_001),
	} {
		if _, chunks, err := readJSON(strings.NewReader(`{"chunkData":"` + text + `"}`)); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.40q was read as %.40q, %v", text, chunks, err)
		}
	}
}

// Form fields and JSON yield the same bytes for every length, however the body arrives.
func TestChunkIsTheSameInEveryFormat(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		want := make([]byte, rapid.IntRange(0, 300_000).Draw(r, "size"))
		_, _ = rand.NewChaCha8([32]byte{rapid.Byte().Draw(r, "seed")}).Read(want)
		text := base64.StdEncoding.EncodeToString(want)
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		_ = w.WriteField("partNumber", "3")
		_ = w.WriteField("chunkData", text)
		_ = w.WriteField("uploadId", "u")
		_ = w.Close()
		var file bytes.Buffer
		fw := multipart.NewWriter(&file)
		_ = fw.WriteField("partNumber", "3")
		part, _ := fw.CreateFormFile("chunkData", "blob")
		_, _ = part.Write(want)
		_ = fw.WriteField("uploadId", "u")
		_ = fw.Close()
		bodies := map[string]string{
			"json": `{"partNumber":3,"chunkData":"` + strings.ReplaceAll(text, "/", `\/`) + `","uploadId":"u"}`,
			"url":  url.Values{"partNumber": {"3"}, "chunkData": {text}, "uploadId": {"u"}}.Encode(),
			"form": form.String(), "file": file.String(),
		}
		for name, body := range bodies {
			var reader io.Reader = strings.NewReader(body)
			if rapid.Bool().Draw(r, "halves") {
				reader = iotest.HalfReader(reader)
			}
			var m Reader
			switch name {
			case "json":
				m = NewJSON(reader)
			case "url":
				m = NewForm(reader)
			case "form":
				m = NewMultipart(reader, w.Boundary())
			case "file":
				m = NewMultipart(reader, fw.Boundary())
			}
			texts, chunks, err := readAll(m)
			if err != nil || len(chunks) != 1 || chunks[0] != string(want) || texts["partnumber"] != "3" || texts["uploadid"] != "u" {
				r.Fatalf("%s: %d chunks, %v, %v", name, len(chunks), texts, err)
			}
		}
	})
}

func TestInvalidFormsAreRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"partNumber=%", "partNumber=%4", "part%zzNumber=1", "chunkData=aGVs%", "chunkData=aGVs%20bG8%3D", "chunkData=aGV", "uploadId=" + strings.Repeat("x", 1<<20)} {
		in := newLookahead(strings.NewReader(body))
		if _, _, err := readAll(&formReader{in: in}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.40q: %v", body, err)
		}
	}
	const head = "--x\r\nContent-Disposition: form-data; name=\"chunkData\"\r\n\r\n"
	for _, body := range []string{"", "--x", "nothing", head, head + "aGVsbG8=", head + "aGVsbG8\r\n--x--\r\n", head + "aGVsbG8=\r\n--x",
		"--x\r\nContent-Disposition: form-data; name=\"uploadId\"\r\n\r\n" + strings.Repeat("x", 1<<20) + "\r\n--x--\r\n"} {
		m := &multipartReader{parts: multipart.NewReader(strings.NewReader(body), "x")}
		_, chunks, err := readAll(m)
		if err == nil && len(chunks) == 0 {
			continue // an empty form
		}
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%.60q: %v", body, err)
		}
	}
}

// encoding/json is the oracle.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"uploadSession":{"uploadId":"u"},"chunkData":"aGVsbG8=","partNumber":1}`, `{"chunkData":"\/\/\/\/","x":[1,{"y":null}]}`,
		`{"chunkData":"aA==","chunkData":"aA=="}`, `{"a":"\ud800\u0041","chunkData":"\u0061A=="}`, `{"chunkData":"aB=="}`, `{"a":-0.5e-7}`, `[`, `{"a":"` + "\xff" + `"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, chunks, err := readJSON(bytes.NewReader(body))
		if _, again, e := readJSON(iotest.OneByteReader(bytes.NewReader(body))); (e == nil) != (err == nil) || len(again) != len(chunks) {
			t.Fatalf("the result depends on how %q arrives: %v, %v", body, err, e)
		}
		if err == nil && !json.Valid(body) {
			t.Fatalf("%q is not JSON and was read", body)
		}
		if err != nil {
			checkRefusal(t, body, err)
			return
		}
		var object struct {
			ChunkData *string `json:"chunkData"`
		}
		if len(chunks) != 1 || json.Unmarshal(body, &object) != nil || object.ChunkData == nil {
			return // other spellings of the name
		}
		want, e := base64.StdEncoding.Strict().DecodeString(*object.ChunkData)
		if e != nil || string(want) != chunks[0] {
			t.Fatalf("%q was read as %q, want %q, %v", body, chunks[0], want, e)
		}
	})
}

// checkRefusal fails when a request was refused for its JSON although encoding/json accepts it.
func checkRefusal(t *testing.T, body []byte, err error) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		t.Fatalf("%q: not a fault: %v", body, err)
	}
	if (err == error(errSyntax) || err == error(ErrCutOff)) && json.Valid(body) {
		t.Fatalf("%q is JSON and was refused: %v", body, f)
	}
}

func FuzzForms(f *testing.F) {
	f.Add([]byte("a=b&chunkData=aGVsbG8%3D&partNumber=1"))
	f.Add([]byte("--x\r\nContent-Disposition: form-data; name=\"chunkData\"\r\n\r\naGVsbG8=\r\n--x--\r\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, m := range []Reader{NewForm(bytes.NewReader(body)), NewMultipart(bytes.NewReader(body), "x")} {
			defer m.Close()
			if _, _, err := readAll(m); err != nil && !fault.Is(err, fault.Invalid) {
				t.Fatalf("%q: not a fault: %v", body, err)
			}
		}
	})
}

func BenchmarkBase64(b *testing.B) {
	body := `{"partNumber":3,"chunkData":"` + strings.Repeat("QUJD", 4<<20/4) + `"}`
	b.SetBytes(int64(len(body)))
	buffer := make([]byte, 256<<10)
	for b.Loop() {
		j := NewJSON(strings.NewReader(body))
		_, _ = j.Next()
		m, _ := j.Next()
		for {
			if _, err := m.Chunk.Read(buffer); err != nil {
				break
			}
		}
		j.Close()
	}
}
