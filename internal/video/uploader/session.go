package uploader

import "slices"

// Session is an upload session as the server gave it, in one spelling whatever the server's was (spec 000 section 3).
type Session struct {
	UploadID         string    `json:"uploadId"`
	VideoID          string    `json:"videoId"`
	Key              string    `json:"key"`
	Bucket           string    `json:"bucket"`
	OriginalFileName string    `json:"originalFileName"`
	CourseID         string    `json:"courseId"`
	ContentType      string    `json:"contentType"`
	UploadURLs       []PartURL `json:"uploadUrls"`  // empty where the server takes chunks only
	ChunkSize        int64     `json:"chunkSize"`   // bytes of every part but the last
	TotalChunks      int64     `json:"totalChunks"` // as the server counts; the file's size decides
	ExpiresAt        string    `json:"expiresAt"`   // RFC 3339, or empty
}

// PartURL is a signed URL that takes one part's raw bytes by PUT.
type PartURL struct {
	PartNumber int64  `json:"partNumber"`
	URL        string `json:"url"`
}

// Part is a part that the server has acknowledged. Numbers start at 1.
type Part struct {
	PartNumber int64  `json:"partNumber"`
	ETag       string `json:"etag"`
}

// Result is the answer of complete-upload.
type Result struct {
	VideoID                 string
	Status                  string
	ProcessingJobID         string
	EstimatedProcessingTime string // as the server words it: seconds or text; empty where it does not say
	Message                 string
}

// readSession reads a session out of any answer that holds one; what the answer leaves out is taken from old, of which
// the file's name, course and type stay. Without an upload id it is BACKEND_RESPONSE_ERROR.
func readSession(answer any, old Session, fileSize int64) (Session, error) {
	s := old
	var ok bool
	if s.UploadID, ok = lookUp(answer, text, "uploadId", "upload_id"); !ok {
		return Session{}, newError(BackendResponse, "Invalid response from server: missing upload ID")
	}
	setField(answer, text, &s.VideoID, "videoId", "video_id")
	setField(answer, text, &s.Key, "key")
	setField(answer, text, &s.Bucket, "bucket")
	setField(answer, count, &s.ChunkSize, "chunkSize", "chunk_size")
	s.TotalChunks, s.ExpiresAt = (fileSize+s.ChunkSize-1)/s.ChunkSize, ""
	setField(answer, count, &s.TotalChunks, "totalChunks", "total_chunks")
	setField(answer, text, &s.ExpiresAt, "expiresAt", "expires_at")
	s.UploadURLs = partURLs(answer)
	return s, nil
}

// setField sets field to the value under one of the names, where there is one.
func setField[T any](answer any, read func(any) (T, bool), field *T, names ...string) {
	if found, ok := lookUp(answer, read, names...); ok {
		*field = found
	}
}

// partURLs are the signed URLs of an answer, or none. A bare text counts as the address of its place in the list.
func partURLs(answer any) (urls []PartURL) {
	entries, _ := lookUp(answer, list, "uploadUrls", "upload_urls")
	for i, entry := range entries {
		u := PartURL{PartNumber: int64(i + 1)}
		var ok, numbered = false, true
		if u.URL, ok = text(entry); !ok {
			u.URL, ok = lookUp(entry, text, "url", "uploadUrl", "upload_url", "signedUrl", "signed_url")
			u.PartNumber, numbered = lookUp(entry, count, "partNumber", "part_number")
		}
		if ok && numbered {
			urls = append(urls, u)
		}
	}
	return urls
}

// uploadedParts is the server's own list of what it holds, sorted; not ok where the answer names none.
func uploadedParts(answer any) (parts []Part, ok bool) {
	entries, ok := lookUp(answer, list, "uploadedParts", "uploaded_parts", "carriedParts", "carried_parts")
	for _, entry := range entries {
		number, numbered := lookUp(entry, count, "partNumber", "part_number")
		etag, tagged := lookUp(entry, text, "etag", "ETag")
		if numbered && tagged {
			parts = append(parts, Part{number, etag})
		}
	}
	return sorted(parts), ok
}

// missingParts are the parts that a refused completion wants sent again.
func missingParts(answer any) (numbers []int64) {
	entries, _ := lookUp(answer, list, "missingParts", "missing_parts")
	for _, entry := range entries {
		if number, ok := count(entry); ok {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

func sorted(parts []Part) []Part {
	return slices.SortedFunc(slices.Values(parts), func(a, b Part) int { return int(a.PartNumber - b.PartNumber) })
}

// successor is the session that the server opened by itself in place of an expired one, where an answer tells of one.
func successor(answer any) (any, bool) {
	return lookUp(answer, object, "newUploadSession", "new_upload_session")
}

func readResult(answer any, s Session) Result {
	r := Result{VideoID: s.VideoID, Status: "processing"}
	setField(answer, text, &r.VideoID, "videoId", "video_id")
	setField(answer, text, &r.ProcessingJobID, "processingJobId", "processing_job_id")
	setField(answer, text, &r.EstimatedProcessingTime, "estimatedProcessingTime", "estimated_processing_time")
	setField(answer, text, &r.Message, "message")
	// The envelope's own status and message are about the call; the video's lie beside its id.
	if data, ok := lookUp(answer, object, "data"); ok {
		setField(any(data), text, &r.Status, "status")
		setField(any(data), text, &r.Message, "message")
	}
	return r
}
