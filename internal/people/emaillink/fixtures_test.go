package emaillink_test

import (
	"lectern/internal/people/authn"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const (
	password = testapp.Password
	another  = testapp.OtherPassword
	wrong    = testapp.WrongPassword
)

type signedIn = rest.Answer[authn.SignedIn]
