// Package objectkey defines the keys of objects in the store. Nothing that a client sends becomes part of a key.
package objectkey

import (
	"fmt"
	"strings"
)

// Sources is the prefix of uploads, Videos of everything derived from videos, Avatars of users' pictures, Logos of those of the school, Covers of those of courses, BlogCovers of those of posts, Media of pictures in the texts of posts, Exports of archives of personal data.
const (
	Sources    = "sources/"
	Videos     = "videos/"
	Avatars    = "avatars/"
	Logos      = "logos/"
	Covers     = "covers/"
	BlogCovers = "blog-covers/"
	Media      = "media/"
	Exports    = "exports/"

	blogImports = "blog-imports/"
)

// Source is the key of an upload.
func Source(video string) string { return Sources + video }

// Video is the prefix of everything derived from a video.
func Video(video string) string { return Videos + video + "/" }

// Generation is the prefix of one set of derived objects.
func Generation(video string, generation int64) string {
	return fmt.Sprintf("%sg%d/", Video(video), generation)
}

// Remux is the key of the indexed copy of an upload, made by attempt fence.
func Remux(video string, generation, fence int64) string {
	return fmt.Sprintf("%s%s/%d", Generation(video, generation), remux, fence)
}

// Segment is the key of a rendition's segment, made by attempt fence; number 0 is the init.
func Segment(video string, generation int64, rendition string, fence, number int64) string {
	return fmt.Sprintf("%s%s/%d/%d", Generation(video, generation), rendition, fence, number)
}

const (
	remux    = "source"
	pictures = "images"
)

// IsSegment reports whether a key is that of a segment: anything of a generation but the copy of its upload and its pictures.
func IsSegment(key string) bool {
	elements := strings.Split(key, "/")
	return strings.HasPrefix(key, Videos) && len(elements) > 3 && elements[3] != remux && elements[3] != pictures
}

// Names of the pictures for the seek bar.
const (
	Storyboard     = "storyboard.jpg"
	StoryboardCues = "storyboard.vtt"
)

// Thumbnail is the name of thumbnail n, from 0.
func Thumbnail(n int64) string { return fmt.Sprintf("thumbs/%d.webp", n) }

// Poster is the name of the poster at the time of thumbnail n.
func Poster(n int64) string { return fmt.Sprintf("posters/%d.webp", n) }

// Picture is the key of a picture by its name, made by attempt fence.
func Picture(video string, generation, fence int64, name string) string {
	return fmt.Sprintf("%s%s/%d/%s", Generation(video, generation), pictures, fence, name)
}

// PicturesOf is the prefix of a picture in all sizes, below Avatars, Logos or Covers.
func PicturesOf(prefix, id string) string { return prefix + id + "/" }

// PictureOf is the key of a picture in one size, in pixels.
func PictureOf(prefix, id string, size int) string {
	return fmt.Sprintf("%s%d", PicturesOf(prefix, id), size)
}

// BlogImport is the key of the file of an import of posts, while that runs.
func BlogImport(id string) string { return blogImports + id }

// Avatar is the prefix of a user's picture in all sizes.
func Avatar(id string) string { return PicturesOf(Avatars, id) }

// AvatarOf is the key of a picture of side pixels.
func AvatarOf(id string, side int) string { return PictureOf(Avatars, id, side) }

// Export is the key of an archive of personal data.
func Export(id string) string { return Exports + id }

// CourseFiles is the prefix of the files of lessons.
const CourseFiles = "course-files/"

func CourseFile(course, file string) string { return CourseFiles + course + "/" + file }

// Brochures is the prefix of the brochures of courses.
const Brochures = "brochures/"

func Brochure(course, file string) string { return Brochures + course + "/" + file }

// PaymentProofs is the prefix of what buyers show for bank transfers.
const PaymentProofs = "payment-proofs/"

func PaymentProof(id string) string { return PaymentProofs + id }

// Complaints is the prefix of the files of complaints.
const Complaints = "complaints/"

// Complaint is the prefix of the files of one complaint.
func Complaint(id string) string { return Complaints + id + "/" }

func ComplaintFile(complaint, file string) string { return Complaint(complaint) + file }

// Submissions is the prefix of the files of submissions.
const Submissions = "submissions/"

// Submission is the prefix of the files of one submission.
func Submission(id string) string { return Submissions + id + "/" }

func SubmissionFile(submission, file string) string { return Submission(submission) + file }

// CertificatePictures is the prefix of the pictures that stand on certificates.
const CertificatePictures = "certificate-pictures/"

func CertificatePicture(id string) string { return CertificatePictures + id }

// Certificates is the prefix of the certificates that were issued, as PDFs.
const Certificates = "certificates/"

func Certificate(id string) string { return Certificates + id }
