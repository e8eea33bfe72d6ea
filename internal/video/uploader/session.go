package uploader

import "slices"

// Session is an upload session in one spelling, whatever the server's (spec 000 section 3).
type Session struct {
	UploadID         string    `json:"uploadId"`
	VideoID          string    `json:"videoId"`
	Key              string    `json:"key"`
	Bucket           string    `json:"bucket"`
	OriginalFileName string    `json:"originalFileName"`
	CourseID         string    `json:"courseId"`
	ContentType      string    `json:"contentType"`
	UploadURLs       []PartURL `json:"uploadUrls"`  // empty when the server accepts chunks only
	ChunkSize        int64     `json:"chunkSize"`   // bytes of every part but the last
	TotalChunks      int64     `json:"totalChunks"` // as the server counts; the file's size decides
	ExpiresAt        string    `json:"expiresAt"`   // RFC 3339, or empty
}

// PartURL is a signed URL that accepts one part's raw bytes by PUT.
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
	EstimatedProcessingTime string // the server's text; empty if absent
	Message                 string
}

// readSession reads a session from any answer that contains one; missing members, and the file's name, course and type, are
// taken from old. Without an upload id it is BACKEND_RESPONSE_ERROR.
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

// setField sets field to the value under one of the names, if present.
func setField[T any](answer any, read func(any) (T, bool), field *T, names ...string) {
	if found, ok := lookUp(answer, read, names...); ok {
		*field = found
	}
}

// partURLs returns the signed URLs of an answer, or none. A plain text is the URL for its place in the list.
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

// uploadedParts returns the server's list of parts, sorted; not ok when the answer has none.
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

// missingParts returns the parts that a refused completion asks for again.
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

// successor returns the session that the server opened to replace an expired one, if an answer has one.
func successor(answer any) (any, bool) {
	return lookUp(answer, object, "newUploadSession", "new_upload_session")
}

func readResult(answer any, s Session) Result {
	r := Result{VideoID: s.VideoID, Status: "processing"}
	setField(answer, text, &r.VideoID, "videoId", "video_id")
	setField(answer, text, &r.ProcessingJobID, "processingJobId", "processing_job_id")
	setField(answer, text, &r.EstimatedProcessingTime, "estimatedProcessingTime", "estimated_processing_time")
	setField(answer, text, &r.Message, "message")
	// The envelope's own status and message are about the call; the video's are next to its id.
	if data, ok := lookUp(answer, object, "data"); ok {
		setField(any(data), text, &r.Status, "status")
		setField(any(data), text, &r.Message, "message")
	}
	return r
}
