// Package deps checks that constructors got everything they need.
package deps

import (
	"fmt"
	"reflect"
)

// Require panics when a field of the struct is missing: a nil pointer, interface, function, map, slice or channel. A field
// with the tag `optional:"…"` may be missing; the tag says what that means. Constructors of features call it, so that a
// wiring mistake ends the process at its start, not the first request that needs the field.
func Require(deps any) {
	v := reflect.ValueOf(deps)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if _, optional := field.Tag.Lookup("optional"); !optional && missing(v.Field(i)) {
			panic(fmt.Sprintf("%s: %s is nil", v.Type(), field.Name))
		}
	}
}

func missing(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Map, reflect.Slice, reflect.Chan:
		return v.IsNil()
	}
	return false
}
