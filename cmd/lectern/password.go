package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// readPassword reads one line, so that the password appears in no process list or shell history.
func readPassword(r io.Reader) (string, error) {
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	password := strings.TrimRight(line, "\r\n")
	if password == "" {
		return "", errors.New("give the password on standard input")
	}
	return password, nil
}
