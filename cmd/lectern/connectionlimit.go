package main

import (
	"net"
	"net/netip"
	"slices"
	"sync"
)

// maxConnectionsPerHost is how many connections one address may hold open: a browser opens six, a school behind one address
// many.
const maxConnectionsPerHost = 512

// connectionLimiter is a listener that limits the connections of one address. A trusted proxy is exempt: all users come
// through it, and it has limits of its own.
type connectionLimiter struct {
	net.Listener
	proxies []netip.Prefix
	mu      sync.Mutex
	open    map[string]int
}

func limitConnections(l net.Listener, proxies []netip.Prefix) *connectionLimiter {
	return &connectionLimiter{Listener: l, proxies: proxies, open: map[string]int{}}
}

// Accept returns the next connection and closes those of an address that has too many.
func (f *connectionLimiter) Accept() (net.Conn, error) {
	for {
		c, err := f.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host, _, err := net.SplitHostPort(c.RemoteAddr().String())
		if err != nil || f.acquire(host) {
			return &countedConn{TCPConn: c.(*net.TCPConn), free: sync.OnceFunc(func() { f.release(host) })}, nil
		}
		_ = c.Close() // it has not been used
	}
}

func (f *connectionLimiter) acquire(host string) bool {
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

func (f *connectionLimiter) isProxy(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(f.proxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) })
}

func (f *connectionLimiter) release(host string) {
	if f.isProxy(host) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[host]--; f.open[host] == 0 {
		delete(f.open, host)
	}
}

// countedConn is a TCP connection that counts until it is closed.
type countedConn struct {
	*net.TCPConn
	free func()
}

func (c *countedConn) Close() error {
	c.free()
	return c.TCPConn.Close()
}
