package main

import (
	"net"
	"net/netip"
	"slices"
	"sync"
)

// mostPerHost is how many connections one address may hold open: a browser opens six, a school behind one address many.
const mostPerHost = 512

// fair is a listener on which one address cannot take all the connections there are. A trusted proxy may: everybody
// comes through it, and it has limits of its own.
type fair struct {
	net.Listener
	proxies []netip.Prefix
	mu      sync.Mutex
	open    map[string]int
}

func newFair(l net.Listener, proxies []netip.Prefix) *fair {
	return &fair{Listener: l, proxies: proxies, open: map[string]int{}}
}

// Accept gives the next connection and closes those of an address that has too many.
func (f *fair) Accept() (net.Conn, error) {
	for {
		c, err := f.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host, _, err := net.SplitHostPort(c.RemoteAddr().String())
		if err != nil || f.take(host) {
			return &counted{TCPConn: c.(*net.TCPConn), free: sync.OnceFunc(func() { f.leave(host) })}, nil
		}
		_ = c.Close() // it has not been used
	}
}

func (f *fair) take(host string) bool {
	if f.trusts(host) {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[host] >= mostPerHost {
		return false
	}
	f.open[host]++
	return true
}

func (f *fair) trusts(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(f.proxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) })
}

func (f *fair) leave(host string) {
	if f.trusts(host) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[host]--; f.open[host] == 0 {
		delete(f.open, host)
	}
}

// counted is a TCP connection that is counted until it is closed.
type counted struct {
	*net.TCPConn
	free func()
}

func (c *counted) Close() error {
	c.free()
	return c.TCPConn.Close()
}
