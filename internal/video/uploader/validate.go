package uploader

import (
	"path/filepath"
	"strings"
)

// maxFileSize is the largest accepted file, in bytes: 10 GB (spec 000 section 9).
const maxFileSize = 0x280000000

var contentTypes = map[string]string{
	".mp4": "video/mp4", ".mov": "video/quicktime", ".webm": "video/webm", ".avi": "video/x-msvideo", ".mkv": "video/x-matroska",
	// accepted by most servers, and not advertised
	".ts": "video/mp2t", ".m2ts": "video/mp2t", ".mts": "video/mp2t", ".flv": "video/x-flv", ".wmv": "video/x-ms-wmv",
	".3gp": "video/3gpp", ".ogv": "video/ogg",
}

// contentTypeOf returns the media type for a file's extension, or "" for an unsupported one.
func contentTypeOf(fileName string) string {
	return contentTypes[strings.ToLower(filepath.Ext(fileName))]
}

// validate refuses files that need not be sent at all (spec 000 section 5, exact messages).
func validate(f File, courseID string) error {
	switch {
	case strings.TrimSpace(f.Name) == "":
		return newError(InvalidParameter, "File name is required")
	case contentTypeOf(f.Name) == "":
		return newError(Unsupported, "Unsupported video format")
	case f.Size <= 0:
		return newError(InvalidParameter, "Valid file size is required")
	case f.Size > maxFileSize:
		return newError(FileTooLarge, "File size exceeds maximum limit of 10GB")
	case strings.TrimSpace(courseID) == "":
		return newError(InvalidParameter, "courseId is required in metadata for video upload")
	}
	return nil
}
