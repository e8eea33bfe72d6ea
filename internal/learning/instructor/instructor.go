// Package instructor shows everybody who teaches the courses of the catalogue. It writes nothing.
package instructor

import (
	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
)

// PublicInstructor is an instructor in the list of instructors.
type PublicInstructor struct {
	ID       string             `json:"id"`
	FullName string             `json:"full_name"`
	Headline string             `json:"headline" doc:"One line; empty for none."`
	Picture  *InstructorPicture `json:"picture,omitempty" doc:"Absent for none."`
	Courses  int64              `json:"courses" doc:"In the catalogue."`
	Learners int64              `json:"learners" doc:"Different people in these courses, rounded down to two digits, at most 10000; 0 for fewer than 10."`
	Rating   InstructorRating   `json:"rating"`
}

// InstructorProfile is what everybody may read of an instructor.
type InstructorProfile struct {
	PublicInstructor
	Pronouns string           `json:"pronouns"`
	Bio      string           `json:"bio" doc:"Plain text; empty for none."`
	Links    []InstructorLink `json:"links"`
}

// InstructorPicture holds the URLs of a picture. A URL never changes its content.
type InstructorPicture struct {
	Large string `json:"large" doc:"256 pixels square; relative to the site."`
	Small string `json:"small" doc:"64 pixels square."`
}

// InstructorRating sums up the reviews of all courses of an instructor.
type InstructorRating struct {
	Average course.AverageStars `json:"average" doc:"1 to 5, to two decimals; 0 without reviews."`
	Count   int64               `json:"count" doc:"Of the reviews."`
}

// InstructorLink leads to another site of the instructor.
type InstructorLink struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// InstructorFilter narrows the list of instructors.
type InstructorFilter struct {
	Search   string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the name; upper and lower case and accents do not matter."`
	Category string `query:"category" maxLength:"80" msg:"category must be at most 80 characters" doc:"Who teaches a course of this category, or of one below it."`
	CourseID string `query:"course_id" maxLength:"36" msg:"This course doesn't exist" doc:"Who teaches this course."`
	Sort     string `query:"sort" enum:"name,rating,courses" default:"name" msg:"sort must be name, rating or courses" doc:"rating: best first, where few reviews count less. courses: most first."`
}

// TaughtFilter orders the courses of an instructor.
type TaughtFilter struct {
	Sort string `query:"sort" enum:"newest,rating,title" default:"newest" msg:"sort must be newest, rating or title"`
}

// row is an instructor as stored.
type row struct {
	ID, FullName, AvatarID         string
	About                          db.JSON[about]
	Courses, RatingCount, StarsSum int64 // StarsSum is in hundredths of stars, over all reviews
}

// about is what this package reads of a profile.
type about struct {
	Pronouns string           `json:"pronouns"`
	Headline string           `json:"headline"`
	Bio      string           `json:"bio"`
	Links    []InstructorLink `json:"links"`
}

func (r row) public(pictures Pictures, learners int64) PublicInstructor {
	p := PublicInstructor{ID: r.ID, FullName: r.FullName, Headline: r.About.V.Headline, Courses: r.Courses, Learners: course.ShownLearners(learners)}
	if r.AvatarID != "" {
		p.Picture = &InstructorPicture{Large: pictures.AvatarURL(r.AvatarID, largePicture), Small: pictures.AvatarURL(r.AvatarID, smallPicture)}
	}
	if r.RatingCount > 0 {
		p.Rating = InstructorRating{course.AverageStars((r.StarsSum+r.RatingCount/2)/r.RatingCount) / 100, r.RatingCount}
	}
	return p
}

// Sides of the pictures, in pixels.
const (
	largePicture = 256
	smallPicture = 64
)

func (r row) profile(pictures Pictures, learners int64) InstructorProfile {
	a := r.About.V
	return InstructorProfile{PublicInstructor: r.public(pictures, learners), Pronouns: a.Pronouns, Bio: a.Bio, Links: append([]InstructorLink{}, a.Links...)}
}
