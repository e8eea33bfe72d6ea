package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/password"
	"lectern/internal/platform/connections"
	"lectern/internal/sample"
	"lectern/web"
)

type serveCommand struct {
	storageFlags
	workerFlags
	mailFlags
	ttlFlags
	settingsFlags
	meetingFlags
	paymentFlags
	modelFlags
	identityFlags
	Listen         string         `help:"Address to listen on." default:"127.0.0.1:8080"`
	MetricsListen  string         `help:"Address that serves /metrics to Prometheus; off when empty." default:""`
	TrustedProxies []netip.Prefix `help:"Networks of reverse proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8,::1/128." default:""`
	LogAddresses   bool           `help:"Store full IP addresses in the security log, not just their networks."`
	Demo           bool           `help:"Fill an empty database with a school that has been open for a month: twelve courses, forty people, four accounts to sign in with."`
	NoWorker       bool           `help:"Run no background jobs here; leave them to lectern worker."`
}

// shutdownTimeout limits the time for requests in flight to finish when the server is stopped.
const shutdownTimeout = 10 * time.Second

// Validate refuses flags before anything is opened.
func (c *serveCommand) Validate() error {
	if err := validate(c.storageFlags, c.workerFlags, c.mailFlags, c.ttlFlags, c.settingsFlags, c.meetingFlags, c.payments(), c.modelFlags, c.identityFlags); err != nil {
		return err
	}
	if err := c.needPublicURL(c.mailFlags); err != nil {
		return err
	}
	for flag, address := range map[string]string{"--listen": c.Listen, "--metrics-listen": c.MetricsListen} {
		if address == "" && flag == "--metrics-listen" {
			continue
		}
		_, port, err := net.SplitHostPort(address)
		if err == nil {
			_, err = net.LookupPort("tcp", port)
		}
		if err != nil {
			return fmt.Errorf("%s takes a host and a port, such as 127.0.0.1:8080 or :8080; it got %q", flag, address)
		}
	}
	return nil
}

// payments are the flags of payments; the demo has the test provider.
func (c *serveCommand) payments() paymentFlags {
	f := c.paymentFlags
	f.PaymentsTest = f.PaymentsTest || c.Demo
	return f
}

// Run serves until ctx ends.
func (c *serveCommand) Run(ctx context.Context) error {
	log := newLog(c.LogFormat)
	p, closeAll, err := c.openDeps(ctx, log, orCreate)
	if err != nil {
		return err
	}
	defer closeAll()
	if err := c.mailFlags.set(&p); err != nil {
		return err
	}
	p.Config.LocalURL, p.Config.TrustedProxies, p.Config.LogAddresses = localURL(c.Listen), c.TrustedProxies, c.LogAddresses
	c.ttlFlags.set(&p)
	c.meetingFlags.set(&p)
	c.payments().set(&p)
	c.modelFlags.set(&p)
	if err := c.settingsFlags.set(&p); err != nil {
		return err
	}
	p.Config.AdvertisedFormats = !c.OtherVideoFormats
	if err := c.identityFlags.set(&p); err != nil {
		return err
	}
	if !c.NoWorker {
		c.sandbox(ctx, &p)
	}
	if c.Demo {
		p.DemoAccounts = sample.SignIns()
	}
	p.Hasher = app.NewHasher(password.Argon2id, relaxGC())
	a := app.New(p)
	if err := a.Site(web.Dist()); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s, which --listen names: %w", c.Listen, err)
	}
	var metrics net.Listener
	if c.MetricsListen != "" {
		if metrics, err = net.Listen("tcp", c.MetricsListen); err != nil {
			return errors.Join(fmt.Errorf("cannot listen on %s, which --metrics-listen names: %w", c.MetricsListen, err), listener.Close())
		}
	}
	fmt.Printf("Lectern is at http://%s\n", listener.Addr())
	var demo sample.Installation
	if c.Demo {
		demo = demoInstallation(p, a)
		err = sample.FillCourses(ctx, demo)
	}
	if err == nil {
		err = c.printFirstSteps(ctx, a)
	}
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	return c.run(ctx, a, demo, listener, metrics, log)
}

// run serves and works until ctx ends, then shuts down gracefully. Background work begins when the demo has had its month, so that
// what follows from it is dated as it is.
func (c *serveCommand) run(ctx context.Context, a *app.App, demo sample.Installation, listener, metricsListener net.Listener, log *slog.Logger) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var background sync.WaitGroup
	defer background.Wait()
	background.Go(func() {
		if c.Demo {
			if err := sample.FillMonth(ctx, demo); err != nil && ctx.Err() == nil {
				log.Error("the demo is incomplete; it continues at the next start", "err", err)
			}
		}
		if c.NoWorker {
			return
		}
		if err := a.Runner.Run(ctx); err != nil {
			log.Error("background jobs stopped", "err", err)
		}
	})
	if metricsListener != nil {
		metrics := &http.Server{Handler: a.Metrics(), ReadHeaderTimeout: readHeaderTimeout}
		background.Go(func() {
			serveUntil(ctx, log, "metrics", metrics, func() error { return metrics.Serve(metricsListener) })
		})
	}
	server := newServer(a.API)
	server.RegisterOnShutdown(a.API.EndStreams)
	done := make(chan error, 1)
	go func() { done <- server.Serve(connections.Limit(listener, c.TrustedProxies)) }()
	select {
	case err := <-done:
		cancel()
		return err
	case <-ctx.Done():
	}
	ending, stop := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer stop()
	if err := server.Shutdown(ending); err != nil {
		return server.Close()
	}
	return nil
}

// readHeaderTimeout limits the time for a client to send a request's header.
const readHeaderTimeout = 5 * time.Second

func newServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
}

// serveUntil runs a second server until ctx ends.
func serveUntil(ctx context.Context, log *slog.Logger, name string, s *http.Server, serve func() error) {
	stop := context.AfterFunc(ctx, func() { _ = s.Close() }) // it does not outlive the process
	defer stop()
	if err := serve(); !errors.Is(err, http.ErrServerClosed) {
		log.Error(name+" cannot be served", "err", err)
	}
}
