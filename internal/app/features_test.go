package app_test

import (
	"reflect"
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
