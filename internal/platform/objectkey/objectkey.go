// Package objectkey says where objects lie in the store. Nothing of what a client sent is part of a key.
package objectkey

import "fmt"

// Videos is the prefix of everything derived, Avatars that of people's pictures, Exports that of archives of people's data.
const (
	Videos  = "videos/"
	Avatars = "avatars/"
	Exports = "exports/"
)

// Source is where the upload lies.
func Source(video string) string { return "sources/" + video }

// Video is the prefix of everything derived of a video.
func Video(video string) string { return Videos + video + "/" }

// Generation is the prefix of one set of derived objects.
func Generation(video string, generation int64) string {
	return fmt.Sprintf("%sg%d/", Video(video), generation)
}

// Remux is where attempt fence's copy of an upload lies that needed an index.
func Remux(video string, generation, fence int64) string {
	return fmt.Sprintf("%ssource/%d", Generation(video, generation), fence)
}

// Segment is where attempt fence of a rendition's segment lies; number 0 is the init.
func Segment(video string, generation int64, rendition string, fence, number int64) string {
	return fmt.Sprintf("%s%s/%d/%d", Generation(video, generation), rendition, fence, number)
}

// The names of the pictures for the seek bar.
const (
	Storyboard     = "storyboard.jpg"
	StoryboardCues = "storyboard.vtt"
)

// Thumbnail is the name of small picture n, from 0.
func Thumbnail(n int64) string { return fmt.Sprintf("thumbs/%d.webp", n) }

// Poster is the name of the large picture of thumbnail n's moment.
func Poster(n int64) string { return fmt.Sprintf("posters/%d.webp", n) }

// Picture is where attempt fence's picture of a name lies.
func Picture(video string, generation, fence int64, name string) string {
	return fmt.Sprintf("%simages/%d/%s", Generation(video, generation), fence, name)
}

// Avatar is the prefix of one picture of a person in its sizes.
func Avatar(id string) string { return Avatars + id + "/" }

// AvatarOf is where a picture of so many pixels lies.
func AvatarOf(id string, side int) string { return fmt.Sprintf("%s%d", Avatar(id), side) }

// Export is where an archive of somebody's data lies.
func Export(id string) string { return Exports + id }

// CourseFiles is the prefix of the files that lessons show or offer.
const CourseFiles = "course-files/"

// CourseFile is where a file of a course lies.
func CourseFile(course, file string) string { return CourseFiles + course + "/" + file }

// Brochures is the prefix of what courses advertise themselves with.
const Brochures = "brochures/"

// Brochure is where a brochure of a course lies.
func Brochure(course, file string) string { return Brochures + course + "/" + file }

// Submissions is the prefix of the files that learners hand in.
const Submissions = "submissions/"

// Submission is the prefix of the files of one submission.
func Submission(id string) string { return Submissions + id + "/" }

// SubmissionFile is where a file of a submission lies.
func SubmissionFile(submission, file string) string { return Submission(submission) + file }
