package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"regexp"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/idempotency"
)

const idempotencyHeader = "Idempotency-Key"

// Idempotent runs a request once that a caller repeats under the same Idempotency-Key: the second gets the answer of the first.
func (op Op) Idempotent() Op {
	op.idempotent = true
	op.fails = append(op.fails[:len(op.fails):len(op.fails)], fault.Conflict)
	return op
}

// UseIdempotencyStore sets the store of answers for Idempotent operations. Without one, keys are ignored.
func (a *API) UseIdempotencyStore(k *idempotency.Store) { a.idempotencyStore = k }

var idempotencyParameter = &huma.Param{Name: idempotencyHeader, In: "header", Schema: &huma.Schema{Type: huma.TypeString},
	Description: "Made by the client, new for each request that is meant: within 24 hours the same request under the same key is answered as the first was, and counts once."}

var validIdempotencyKey = regexp.MustCompile(`^[\x21-\x7e]{1,200}$`)

// idempotent runs do, unless the caller's same request (what) was done under the same key; then it returns that answer.
func (a *API) idempotent(ctx context.Context, who access.Caller, key string, what []byte, do func() (idempotency.Response, error)) (idempotency.Response, error) {
	if key == "" || a.idempotencyStore == nil {
		return do()
	}
	if !validIdempotencyKey.MatchString(key) {
		return idempotency.Response{}, fault.Fields{{Name: idempotencyHeader, Code: "invalid_format", Message: "An Idempotency-Key must have 1 to 200 ASCII characters without spaces"}}.Err()
	}
	r := idempotency.Request{User: who.ID, Key: key, Content: what}
	known, err := a.idempotencyStore.Claim(ctx, r)
	if err != nil {
		return idempotency.Response{}, err
	}
	if known != nil {
		return *known, nil
	}
	settle := context.WithoutCancel(ctx) // even if the client has gone, because it will retry
	answer, err := do()
	if err != nil {
		return answer, errors.Join(err, a.idempotencyStore.Release(settle, r))
	}
	if err := a.idempotencyStore.Save(settle, r, answer); err != nil { // it is done: a retry is told that the answer is unknown
		requestOf(ctx).log.ErrorContext(ctx, "answer of an idempotent request not stored", "err", err, "request_id", requestOf(ctx).id)
	}
	return answer, nil
}

// requestDigestInput identifies what a request asks for.
func requestDigestInput(op Op, in any) ([]byte, error) {
	body, err := json.Marshal(in)
	return append([]byte(op.method+" "+op.path+" "), body...), err
}

// idempotentAnswer is answer, run once for the request's key.
func (a *API) idempotentAnswer(ctx context.Context, op Op, who access.Caller, key string, in any, answer func() (*output, error)) func() (*output, error) {
	return func() (*output, error) {
		what, err := requestDigestInput(op, in)
		if err != nil {
			return nil, err
		}
		known, err := a.idempotent(ctx, who, key, what, func() (idempotency.Response, error) {
			out, err := answer()
			if err != nil {
				return idempotency.Response{}, err
			}
			return idempotency.Response{Status: int64(out.Status), ETag: out.ETag, Body: string(out.Body)}, nil
		})
		if err != nil {
			return nil, err
		}
		return &output{Status: int(known.Status), ContentType: "application/json", ETag: known.ETag, Body: []byte(known.Body)}, nil
	}
}

// maxIdempotentBody limits the body of an idempotent raw operation, which is held in memory. Sheets have at most 5 MB.
const maxIdempotentBody = 6 << 20

// idempotentRaw is idempotent for a raw operation that answers with JSON.
func (a *API) idempotentRaw(ctx context.Context, who access.Caller, r *Request, h func(ctx context.Context, who access.Caller, r *Request) (Reply, error)) (Reply, error) {
	key := r.Header(idempotencyHeader)
	if key == "" {
		return h(ctx, who, r)
	}
	body := bytes.NewBuffer(make([]byte, 0, min(max(r.Size, 0), maxIdempotentBody)+bytes.MinRead)) // growing would take twice as much
	digest := sha256.New()
	size, err := io.Copy(io.MultiWriter(body, digest), io.LimitReader(r.Body, maxIdempotentBody+1))
	if err == nil && size > maxIdempotentBody {
		err = fault.New(fault.TooLarge, "too_large", "The request is too large.")
	}
	if err != nil {
		return Reply{}, err
	}
	again := *r
	again.Body = body
	what := digest.Sum([]byte(r.http.Method + " " + r.http.URL.RequestURI() + " "))
	answer, err := a.idempotent(ctx, who, key, what, func() (idempotency.Response, error) {
		reply, err := h(ctx, who, &again)
		if err != nil {
			return idempotency.Response{}, err
		}
		text, err := json.Marshal(reply.value)
		return idempotency.Response{Status: int64(reply.status), Body: string(text)}, err
	})
	return JSON(int(answer.Status), json.RawMessage(answer.Body)), err
}
