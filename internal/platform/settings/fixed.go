package settings

import (
	"bytes"
	"encoding/json"
	"fmt"

	"lectern/internal/platform/fault"
)

// Fixed are the fields that the operator of the servers has fixed, by group and name. They win over what administrators have chosen.
type Fixed map[string]map[string]json.RawMessage

// ParseFixed reads what --fixed-settings says: {"registration":{"mode":"invitation"}}. Its errors are sentences for operators.
func ParseFixed(text string) (Fixed, error) {
	if text == "" {
		return nil, nil
	}
	var f Fixed
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return nil, fmt.Errorf(`it takes JSON such as {"registration":{"mode":"invitation"}}: %w`, err)
	}
	known := map[string]Group{}
	s := Defaults()
	for _, g := range s.groups() {
		known[g.Key()] = g
	}
	delete(known, s.Logo.Key()) // a picture cannot be written here
	for name := range f {
		g, there := known[name]
		if !there {
			return nil, fmt.Errorf("there is no group of settings %q", name)
		}
		if err := f.apply(g); err != nil {
			return nil, fmt.Errorf("in the group %q: %w", name, err)
		}
		for _, broken := range g.Violations() {
			return nil, fmt.Errorf("%s.%s: %s", name, broken.Name, broken.Message)
		}
	}
	return f, nil
}

// apply sets the fixed fields of a group.
func (f Fixed) apply(g Group) error {
	fields := f[g.Key()]
	if len(fields) == 0 {
		return nil
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(g); err != nil {
		return err
	}
	g.Normalize()
	return nil
}

// refuse is fault.Conflict when a group, whose JSON is value, has another value in a field that is fixed.
func (f Fixed) refuse(g Group, value []byte) error {
	if err := f.apply(g); err != nil {
		return err
	}
	if fixed, err := json.Marshal(g); err != nil || bytes.Equal(fixed, value) {
		return err
	}
	return fault.New(fault.Conflict, "fixed_by_operator", "The operator of the servers has fixed some of these settings, so they can't be changed here. Nothing was saved.")
}
