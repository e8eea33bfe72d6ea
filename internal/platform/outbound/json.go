package outbound

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// DoJSON sends a request and decodes the answer into out, unless that is nil. refusal makes the error of an answer that is no success. Errors of the
// connection are without the address, which may hold a secret.
func DoJSON(client *http.Client, r *http.Request, out any, refusal func(answer *http.Response, body []byte) error) error {
	answer, err := client.Do(r)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok {
			err = failed.Err
		}
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode/100 != 2 {
		return refusal(answer, body)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(body, out); err != nil {
		return fmt.Errorf("%s answers %d and no JSON that can be read: %w", r.URL.Host, answer.StatusCode, err)
	}
	return nil
}
