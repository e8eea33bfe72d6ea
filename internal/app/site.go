package app

import (
	"context"
	_ "embed"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/complaint"
	"lectern/internal/commerce/lead"
	"lectern/internal/commerce/newsletter"
	"lectern/internal/commerce/proposal"
	"lectern/internal/people/school"
	"lectern/internal/people/signup"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/text"
	"lectern/internal/platform/webpage"
	"lectern/internal/site/sitefeedback"
)

// appPaths are the paths of the web app's router, one a line. The list is generated: TestSiteKnowsThePathsOfTheApp.
//
//go:embed site_paths.txt
var appPaths string

var appRoutes = webpage.NewRoutes(appPaths)

// Site serves the web app. Its public pages are readable without scripts and the same for everybody; what has moved leads to where it is, and
// what does not exist says so by its status.
func (a *App) Site(files fs.FS) error {
	loaded, err := webpage.ReadRouteFiles(files)
	if err != nil {
		return err
	}
	index := webpage.ReadIndex(files)
	a.API.Site(files, index.Whole, func(ctx context.Context, at *url.URL) (rest.SitePage, error) {
		info, err := a.School.Info(ctx)
		if err != nil {
			return rest.SitePage{}, err
		}
		document, err := a.sitePage(ctx, at, info)
		if err != nil {
			return rest.SitePage{}, err
		}
		route, _ := appRoutes.Of(at.Path)
		return index.Page(document, info, loaded[route]), nil
	})
	return nil
}

const notHere = "There is nothing at this address."

func (a *App) sitePage(ctx context.Context, at *url.URL, info school.SchoolInfo) (webpage.Document, error) {
	site, frame := webpage.Site{Name: info.Name, Origin: a.publicURL}, frameOf(info)
	load := a.publicPage(at.Path, info.Home)
	if load == nil {
		return a.appPage(ctx, at.Path, site, frame)
	}
	if lower := strings.Map(lowerASCII, at.Path); lower != at.Path {
		return webpage.Document{Location: (&url.URL{Path: lower, RawQuery: at.RawQuery}).String()}, nil
	}
	page, path, err := load(ctx, site, at.Query())
	switch {
	case fault.Is(err, fault.NotFound):
		return webpage.Missing(http.StatusNotFound, site, frame, notHere), nil
	case fault.Is(err, fault.Gone):
		return webpage.Missing(http.StatusGone, site, frame, "This page is no longer available."), nil
	case err != nil:
		return webpage.Document{}, err
	case path != "" && path != at.EscapedPath():
		return webpage.Document{Location: path}, nil
	}
	return page.Document(site, frame), nil
}

// lessonRoute is the path of a lesson in the web app's router.
const lessonRoute = "/learn/$courseId/$videoId"

// appPage is the page of a path that the app alone has: what it shows depends on who reads. Of a lesson visitors see a part.
func (a *App) appPage(ctx context.Context, path string, site webpage.Site, frame webpage.Frame) (webpage.Document, error) {
	route, ok := appRoutes.Of(path)
	switch {
	case !ok:
		return webpage.Missing(http.StatusNotFound, site, frame, notHere), nil
	case route == lessonRoute:
		part := strings.Split(strings.Trim(path, "/"), "/")
		page, err := a.lessonPage(ctx, site, part[1], part[2])
		if err == nil || !fault.Is(err, fault.NotFound) {
			return page.Document(site, frame), err
		}
	}
	return webpage.Shell(site), nil
}

// lessonPage is the page of a lesson of a course in the catalogue. It returns what is fault.NotFound for every other.
func (a *App) lessonPage(ctx context.Context, site webpage.Site, courseID, lessonID string) (webpage.Page, error) {
	of, err := a.Authoring.WebPage(ctx, site, courseID)
	if err != nil {
		return webpage.Page{}, err
	}
	page, err := a.Lessons.WebPage(ctx, courseID, lessonID)
	page.Language = of.Language
	page.Body.Crumb = &webpage.Link{Path: of.Path, Text: of.Title}
	page.Answers = append(page.Answers, of.Answers...)
	return page, err
}

// publicLoad reads a public page. path is where the page is, for those that move; "" for others.
type publicLoad func(ctx context.Context, site webpage.Site, query url.Values) (page webpage.Page, path string, err error)

// publicPage returns how the page of a path is read, nil for a path that is not public.
func (a *App) publicPage(path string, home settings.HomeSettings) publicLoad {
	kind, id, isOne := strings.Cut(strings.TrimPrefix(strings.ToLower(path), "/"), "/")
	if strings.Contains(id, "/") {
		return nil
	}
	if isOne {
		return a.onePage(kind, path[len(kind)+2:])
	}
	return a.listPage(kind, home)
}

func (a *App) onePage(kind, id string) publicLoad {
	switch kind {
	case "blog":
		return func(ctx context.Context, site webpage.Site, _ url.Values) (webpage.Page, string, error) {
			return a.Blog.WebPage(ctx, site, id, a.BlogComments.WebGroup)
		}
	case "courses":
		return func(ctx context.Context, site webpage.Site, _ url.Values) (page webpage.Page, _ string, err error) {
			page, err = a.Authoring.WebPage(ctx, site, id)
			return page, "", err
		}
	case "instructors":
		return func(ctx context.Context, site webpage.Site, _ url.Values) (page webpage.Page, _ string, err error) {
			page, err = a.InstructorInfo.WebPage(ctx, site, id)
			return page, "", err
		}
	}
	return nil
}

func (a *App) listPage(kind string, home settings.HomeSettings) publicLoad {
	switch kind {
	case "", "courses", "instructors", "blog", "terms", "privacy":
	default:
		return nil
	}
	return func(ctx context.Context, site webpage.Site, query url.Values) (page webpage.Page, path string, err error) {
		switch number := pageNumber(query); kind {
		case "":
			if isNarrowed(query) || number > 1 {
				page, err = a.Catalogue.CataloguePage(ctx, site, 1, true) // where the app leads to
			} else {
				page, err = a.homePage(ctx, site, home)
			}
		case "courses":
			page, err = a.Catalogue.CataloguePage(ctx, site, number, isNarrowed(query))
		case "instructors":
			page, err = a.InstructorInfo.ListPage(ctx, number, isNarrowed(query))
		case "blog":
			page, path, err = a.Blog.ListPage(ctx, site, query.Get("tag"), searched(query), number)
		default:
			page, err = a.Terms.WebPage(ctx, kind)
		}
		return page, path, err
	}
}

// filters are the parameters by which the lists of the web app are narrowed and ordered (filters.ts); of others a page does not depend.
var filters = []string{"search", "category", "type", "level", "isFree", "is_certification", "tools_technologies", "features", "min_rating", "sort"}

func isNarrowed(query url.Values) bool { return slices.ContainsFunc(filters, query.Has) }

// searched returns what the list of a page is searched for, "" for nothing.
func searched(query url.Values) string {
	return text.Truncate(text.OneLine(query.Get("search")), 200) // as the API takes
}

func pageNumber(query url.Values) int64 {
	n, err := strconv.ParseInt(query.Get("page"), 10, 64)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r - 'A' + 'a'
	}
	return r
}

// legalTitles are the words of the web app (legal.ts).
var legalTitles = map[string]string{"terms": "Terms of use", "privacy": "Privacy policy"}

func frameOf(info school.SchoolInfo) webpage.Frame {
	frame := webpage.Frame{SupportEmail: info.SupportEmail}
	for _, d := range info.LegalDocuments {
		frame.Legal = append(frame.Legal, webpage.Link{Path: "/" + d.Kind, Text: legalTitles[d.Kind]})
	}
	return frame
}

// contactForms are the features behind the forms of the site.
type contactForms struct {
	Leads      *lead.Service
	Complaints *complaint.Service
	Feedback   *sitefeedback.Service
	Newsletter *newsletter.Service
	Proposals  *proposal.Service
}

func (a *App) newLeads(p Deps) *lead.Service {
	return lead.New(lead.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Forms: a.forms, Limits: a.limits, Queue: a.Queue, Mail: a.mail, Brochures: courseBrochures{a}, Invitations: leadInvitations{a},
		Key: sign.DeriveKey(p.Secret, "leads"), Address: a.address})
}

func (a *App) newComplaints(p Deps) *complaint.Service {
	return complaint.New(complaint.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Audit: a.Audit, Forms: a.forms, Limits: a.limits, Queue: a.Queue, Mail: a.mail, Blob: p.Blob,
		Files: attachment.Signer{Base: complaint.FilePath, Key: sign.DeriveKey(p.Secret, "complaint files"), Clock: p.Clock}, Key: sign.DeriveKey(p.Secret, "complaints"), Address: a.address})
}

func (a *App) newProposals(p Deps) *proposal.Service {
	return proposal.New(proposal.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Audit: a.Audit, Queue: a.Queue, Mail: a.mail, Leads: proposalLeads{a}, Fonts: p.Fonts,
		Key: sign.DeriveKey(p.Secret, "proposals"), Address: a.address})
}

// proposalLeads are the leads to which proposals are made.
type proposalLeads struct{ app *App }

func (l proposalLeads) Inquirer(ctx context.Context, q bun.IDB, id string) (proposal.Inquirer, error) {
	found, err := l.app.Leads.Find(ctx, q, id)
	return proposal.Inquirer{FullName: found.FullName, Email: found.Email, Company: found.CompanyName, Languages: found.Languages}, err
}

func (l proposalLeads) Move(ctx context.Context, tx bun.IDB, who access.Caller, id, status, note string) error {
	return l.app.Leads.Move(ctx, tx, who, id, status, note)
}

func (a *App) newNewsletter(p Deps) *newsletter.Service {
	return newsletter.New(newsletter.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Forms: a.forms, Limits: a.limits, Queue: a.Queue, Mail: a.mail, Cleaner: text.NewCleaner(),
		Key: sign.DeriveKey(p.Secret, "newsletter"), Address: a.address, Rate: p.Config.NewsletterRate})
}

func (a *App) newSiteFeedback(p Deps) *sitefeedback.Service {
	return sitefeedback.New(sitefeedback.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Forms: a.forms, Limits: a.limits})
}

// courseBrochures gives leads the brochures of courses.
type courseBrochures struct{ app *App }

func (c courseBrochures) Require(ctx context.Context, q bun.IDB, courseID string) error {
	return c.app.Authoring.RequireBrochure(ctx, q, courseID)
}

func (c courseBrochures) Open(ctx context.Context, courseID string) (string, blob.Object, error) {
	return c.app.Authoring.PublishedBrochure(ctx, courseID)
}

// leadInvitations invites the senders of leads.
type leadInvitations struct{ app *App }

func (l leadInvitations) Invite(ctx context.Context, who access.Caller, email string, role access.Role) error {
	_, err := l.app.SignUps.Invite(ctx, who, signup.NewInvitation{Email: email, Roles: []access.Role{role}})
	return err
}
