package main

import "math/rand/v2"

// noise is an endless, repeatable stream that does not compress: one random megabyte over and over, each time turned.
type noise struct {
	block []byte
	at    int
}

func newNoise() *noise {
	n := &noise{block: make([]byte, 1<<20+17)} // 17: so that the repetition fits no block of a file system
	source := rand.NewChaCha8([32]byte([]byte("repeatable noise for benchmarks.")))
	_, _ = source.Read(n.block) // never fails
	return n
}

func (n *noise) Read(p []byte) (int, error) {
	copied := copy(p, n.block[n.at:])
	n.at = (n.at + copied) % len(n.block)
	return copied, nil
}
