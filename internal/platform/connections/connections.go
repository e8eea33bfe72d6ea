// Package connections limits the connections that clients hold open to a server, and closes those that take nothing of an answer.
package connections

import (
	"io"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// maxConnectionsPerHost is how many connections one address may hold open: a browser opens six, a school behind one address
// many.
const maxConnectionsPerHost = 512

// Limiter is a listener that limits the connections of one address. A trusted proxy is exempt: all users come
// through it, and it has limits of its own.
type Limiter struct {
	net.Listener
	proxies []netip.Prefix
	stall   time.Duration // how long a client may take none of an answer
	mu      sync.Mutex
	open    map[string]int
}

// writeStall is how long a client may take none of an answer before its connection is closed. Each piece that it takes
// begins the time anew, so downloads and event streams last as long as they need.
const writeStall = time.Minute

// Limit wraps a listener. Addresses of trusted proxies have no limit.
func Limit(l net.Listener, proxies []netip.Prefix) *Limiter {
	return &Limiter{Listener: l, proxies: proxies, stall: writeStall, open: map[string]int{}}
}

// Accept returns the next connection and closes those of an address that has too many.
func (f *Limiter) Accept() (net.Conn, error) {
	for {
		c, err := f.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host, _, err := net.SplitHostPort(c.RemoteAddr().String())
		if err != nil || f.acquire(host) {
			return &clientConn{TCPConn: c.(*net.TCPConn), stall: f.stall, free: sync.OnceFunc(func() { f.release(host) })}, nil
		}
		_ = c.Close() // it has not been used
	}
}

func (f *Limiter) acquire(host string) bool {
	if f.isProxy(host) {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[host] >= maxConnectionsPerHost {
		return false
	}
	f.open[host]++
	return true
}

func (f *Limiter) isProxy(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(f.proxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) })
}

func (f *Limiter) release(host string) {
	if f.isProxy(host) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[host]--; f.open[host] == 0 {
		delete(f.open, host)
	}
}

// clientConn is a connection that counts until it is closed, and whose writes fail when the client takes nothing for long.
type clientConn struct {
	*net.TCPConn
	stall      time.Duration
	free       func()
	deadlineAt time.Time // when the deadline was set; only one goroutine writes at a time
}

// writePiece is what a client has to take within the time of a stall: 64 KiB in a minute is 9 kbit/s.
const writePiece = 64 << 10

func (c *clientConn) Write(b []byte) (n int, err error) {
	for err == nil && (n == 0 || n < len(b)) {
		// Setting the deadline costs a call into the runtime's poller: not on each of many small writes.
		if now := time.Now(); now.Sub(c.deadlineAt) > c.stall/60 {
			c.deadlineAt = now
			if err := c.SetWriteDeadline(now.Add(c.stall)); err != nil {
				return n, err
			}
		}
		var some int
		some, err = c.TCPConn.Write(b[n:min(len(b), n+writePiece)])
		if n += some; len(b) == 0 {
			break
		}
	}
	return n, err
}

// ReadFrom replaces that of the TCP connection, whose writes would have no limit.
func (c *clientConn) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{c}, r)
}

func (c *clientConn) Close() error {
	c.free()
	return c.TCPConn.Close()
}
