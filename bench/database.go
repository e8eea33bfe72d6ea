package main

import (
	"database/sql"
	"net/http"
	"path/filepath"

	_ "modernc.org/sqlite"
)

// openFile opens the SQLite file in the data folder of one of our servers, which may be running.
func openFile(dir string) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+filepath.Join(dir, "lectern.db")+"?_pragma=busy_timeout(10000)&_txlock=immediate")
}

// serveFile starts a server on SQLite, and opens its file for filling it. end stops the one and closes the other.
func (b *bench) serveFile(args ...string) (l *lectern, file *sql.DB, end func(), err error) {
	if err := need(b.binary()); err != nil {
		return nil, nil, nil, err
	}
	if l, err = b.serve("ours", args...); err != nil {
		return nil, nil, nil, err
	}
	if file, err = openFile(filepath.Join(b.dir, "ours")); err != nil {
		l.stop()
		return nil, nil, nil, err
	}
	return l, file, func() { file.Close(); l.stop() }, nil
}

// as returns the server as an account that has the password of the teacher uses it.
func (l *lectern) as(email string) (*lectern, error) {
	var session struct{ AccessToken string }
	if err := l.call(http.MethodPost, "/auth/login", map[string]string{"email": email, "password": password}, &session); err != nil {
		return nil, err
	}
	one := *l
	one.token = session.AccessToken
	return &one, nil
}
