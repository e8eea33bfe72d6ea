package app_test

import (
	"reflect"
	"slices"
	"testing"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// featureMethods are the methods that app looks for in features, by name.
var featureMethods = map[string]reflect.Type{
	"Register":  reflect.TypeFor[func(*rest.API)](),
	"Handlers":  reflect.TypeFor[func() map[string]jobs.Handler](),
	"Sweeps":    reflect.TypeFor[func() jobs.Sweeps](),
	"Listeners": reflect.TypeFor[func() []events.Listener](),
	"Holdings":  reflect.TypeFor[func() []personaldata.Holding](),
	"Checks":    reflect.TypeFor[func() []consistency.Check](),
	"Erase":     reflect.TypeFor[personaldata.Eraser]().Method(0).Type,
}

// App finds what a feature provides by its methods: one with another signature would be ignored silently.
func TestFeaturesHaveMethodsWithExpectedSignatures(t *testing.T) {
	t.Parallel()
	features, found := testapp.New(t).Features, 0
	for _, f := range features {
		v := reflect.ValueOf(f)
		for name, want := range featureMethods {
			method := v.MethodByName(name)
			if !method.IsValid() {
				continue
			}
			found++
			if method.Type() != want {
				t.Errorf("%T.%s is %s, and app looks for %s", f, name, method.Type(), want)
			}
		}
	}
	if found < 3*len(featureMethods) {
		t.Errorf("only %d methods were found in %d features", found, len(features))
	}
}

// An eraser may need what another one erases: features are listed in the order in which they may run.
func TestErasersRunInOrder(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	const keeps = "results that are kept without a name are copied before they are deleted"
	for _, c := range []struct {
		first, then any
		why         string
	}{
		{a.SignUps, a.Accounts, "sign-ups and invitations of a user are found by their address, which is erased with the account"},
		{a.UserImports, a.Accounts, "rows of dry runs are found by the address of the user, which is erased with the account"},
		{a.GradeRetention, a.Enrollments, keeps}, {a.GradeRetention, a.Progress, keeps}, {a.GradeRetention, a.Quizzes, keeps}, {a.GradeRetention, a.Assignments, keeps},
		{a.Accounts, a.Authoring, "courses are indexed by the names of their teachers, which are anonymous once the account is erased"},
	} {
		first, then := slices.Index(a.Features, c.first), slices.Index(a.Features, c.then)
		if first < 0 || then < 0 || first > then {
			t.Errorf("%T must be listed before %T: %s", c.first, c.then, c.why)
		}
	}
}
