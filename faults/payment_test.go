package faults

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"lectern/internal/testapp/soak"
)

// priced publishes a course that costs something.
func (c *client) priced(title string) (id string) {
	var course struct{ ID string }
	c.must("POST", "/courses/create", map[string]any{"title": title, "category": "Tests", "course_type": "live", "prices": []map[string]any{{"currency": "EUR", "individual": 0, "batch": 10000}}}, &course)
	c.must("PATCH", "/courses/toggle-status/"+course.ID, nil, nil)
	return course.ID
}

// begins orders a course and begins to pay for it with the test provider.
func (c *client) begins(course, key string) (order, attempt string) {
	cart := map[string]any{"currency": "EUR", "lines": []map[string]string{{"course_id": course}}}
	var quote struct{ Digest string }
	c.must("POST", "/payments/quote", cart, &quote)
	cart["digest"], cart["cart_key"], cart["billing"] = quote.Digest, key, map[string]string{"name": "Ann"}
	var made struct{ ID string }
	c.must("POST", "/payments/orders", cart, &made)
	order = made.ID
	c.must("POST", "/payments/orders/"+order+"/attempts", map[string]string{"provider": "test"}, &made)
	return order, made.ID
}

// C02: a server that is killed between the success at the provider and its own commit, or between that and its answer, has let the buyer in once it runs again: with one
// payment, one receipt, one number, and books that balance.
func TestKilledWhileRecordingAPayment(t *testing.T) {
	needs(t, "strace")
	everywhere(t, func(t *testing.T, p *installation) {
		create := exec.Command(binary, "user", "create", "ann@lectern.test", "--name", "Ann", "--role", "student", "--data", p.data)
		create.Env, create.Stdin = append(os.Environ(), p.env...), strings.NewReader(password)
		if out, err := create.CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		rounds, killed := soak.Rounds(4, 24), 0
		for round := range rounds {
			s, teacher := p.serve(nil, "--payments-test")
			ann := &client{t: t, base: s.URL + "/api/v1"}
			var signedIn struct{ AccessToken string }
			ann.must("POST", "/auth/login", map[string]string{"email": "ann@lectern.test", "password": password}, &signedIn)
			ann.token = signedIn.AccessToken
			order, attempt := ann.begins(teacher.priced(fmt.Sprint("Bees ", round)), fmt.Sprint("cart-of-the-buyer-", round))
			ann.must("POST", "/payments/test/"+attempt+"/pay", map[string]string{"number": "4242424242424242"}, nil)
			call := []string{"fdatasync", "write"}[round%2]
			if p.postgres != "" {
				call = "write"
			}
			detach := s.attach("-e", "trace="+call, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, 1+round/2))
			if _, err := ann.send("POST", "/payments/orders/"+order+"/sync", nil); err != nil {
				killed++
			}
			s.kill()
			detach()
			s, _ = p.serve(nil, "--payments-test")
			var progress struct {
				Status   string
				Payments []struct{ ID string }
			}
			ann.at(s).must("POST", "/payments/orders/"+order+"/sync", nil, &progress)
			if progress.Status != "paid" || len(progress.Payments) != 1 {
				t.Errorf("killed at %s %d: %+v", call, 1+round/2, progress)
			}
			s.kill()
		}
		if killed == 0 {
			t.Error("no request was cut off")
		}
		if n := p.count("SELECT count(*) FROM receipts"); n != rounds || p.count("SELECT last FROM number_series") != rounds || p.count("SELECT count(*) FROM enrolled_students") != rounds {
			t.Errorf("%d receipts after %d payments", n, rounds)
		}
		if out, err := p.run("doctor", "--data", p.data); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
}

// count reads a number from the database behind the server's back.
func (p *installation) count(query string) (n int) {
	p.t.Helper()
	d := p.database()
	defer d.Close()
	if err := d.QueryRow(query).Scan(&n); err != nil {
		p.t.Fatalf("%s: %v", query, err)
	}
	return n
}
