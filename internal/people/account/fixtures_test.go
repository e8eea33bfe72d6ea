package account_test

import (
	"lectern/internal/testapp"
)

const (
	password = testapp.Password
	another  = testapp.OtherPassword
	wrong    = testapp.WrongPassword
)
