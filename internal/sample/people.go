package sample

import (
	"lectern/internal/people/school"
	"lectern/internal/platform/access"
)

// person is a user of the demo. The first of each role has the role's own address; the others have their key's.
type person struct {
	key      string // by which the courses' files name them
	name     string
	role     access.Role
	headline string
	bio      string
}

// email returns the address of a person.
func (p person) email() string {
	if role, main := signIns[p.key]; main {
		return string(role) + "@lectern.test"
	}
	return p.key + "@lectern.test"
}

// signIns are the people whom the demo offers to sign in as.
var signIns = map[string]access.Role{"asha": access.Admin, "tomas": access.Instructor, "mina": access.Student, "jonas": access.Corporate}

var staff = []person{
	{"asha", "Asha Raman", access.Admin, "Head of studies", ""},
	{"tomas", "Tomás Rivera", access.Instructor, "Statistician who draws",
		"I taught mathematics at a school in Seville for eleven years and worked for a railway after that. I explain numbers with paper, dice and trains."},
	{"priya", "Priya Nair", access.Instructor, "Accountant and mediator",
		"Fifteen years in finance, seven of them at the table where contracts are negotiated. I read annual reports for pleasure."},
	{"samuel", "Samuel Adeyemi", access.Instructor, "Engineer on call",
		"I have been woken up by my own software often enough to teach how not to be. Go since 2013, TypeScript since it got unions."},
	{"ines", "Inês Duarte", access.Instructor, "Baker and illustrator",
		"I run a small bakery in Porto in the morning and draw in the afternoon. Both are about waiting for the right moment."},
	{"lena", "Lena Hoffmann", access.Instructor, "Teaches German, takes pictures",
		"I have taught German to people from forty countries. On weekends I photograph the town before it wakes up."},
	{"mina", "Mina Okafor", access.Student, "Curious about everything that can be counted", ""},
	{"jonas", "Jonas Weber", access.Corporate, "Training at Nordlicht Logistics", ""},
	{"greta", "Greta Lindqvist", access.Corporate, "Human resources at Fjord Media", ""},
}

// SignIns returns the accounts that visitors are offered, one of each role.
func SignIns() (accounts []school.DemoAccount) {
	for _, p := range staff {
		if _, main := signIns[p.key]; main {
			accounts = append(accounts, school.DemoAccount{Role: p.role, Name: p.name, Email: p.email(), Password: Password})
		}
	}
	return accounts
}

// learners are the other students.
var learners = []person{
	student("amara", "Amara Diallo"), student("felix", "Felix Brandt"), student("noah", "Noah Kim"), student("yuki", "Yuki Tanaka"),
	student("aylin", "Aylin Demir"), student("diego", "Diego Fuentes"), student("chloe", "Chloé Martin"), student("priyanka", "Priyanka Shah"),
	student("oliver", "Oliver Hughes"), student("zofia", "Zofia Kowalska"), student("mateo", "Mateo García"), student("hanna", "Hanna Virtanen"),
	student("tariq", "Tariq Rahman"), student("ella", "Ella Novak"), student("kofi", "Kofi Mensah"), student("sara", "Sara Lindgren"),
	student("liam", "Liam O'Connor"), student("mei", "Mei Chen"), student("ivan", "Ivan Petrov"), student("nora", "Nora Jensen"),
	student("rahul", "Rahul Verma"), student("julia", "Julia Schneider"), student("omar", "Omar Haddad"), student("lucia", "Lucia Bianchi"),
	student("ben", "Ben Carter"), student("leila", "Leila Hosseini"), student("pavel", "Pavel Dvořák"), student("anna", "Anna Fischer"),
	student("thabo", "Thabo Nkosi"), student("camille", "Camille Laurent"), student("erik", "Erik Solberg"),
}

func student(key, name string) person { return person{key: key, name: name, role: access.Student} }
