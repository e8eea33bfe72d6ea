package main

import "math/rand/v2"

// noise is an endless, repeatable, incompressible stream: one random megabyte repeated with a different rotation.
type noise struct {
	block []byte
	at    int
}

func newNoise() *noise {
	n := &noise{block: make([]byte, 1<<20+17)} // 17: the repetition aligns with no file system block
	source := rand.NewChaCha8([32]byte([]byte("repeatable noise for benchmarks.")))
	_, _ = source.Read(n.block) // never fails
	return n
}

func (n *noise) Read(p []byte) (int, error) {
	copied := copy(p, n.block[n.at:])
	n.at = (n.at + copied) % len(n.block)
	return copied, nil
}
