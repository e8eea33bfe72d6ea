package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// nginx is the peer for segments: plain files of the same sizes, configured for speed.
type nginx struct {
	*process
	urls []string
}

const nginxConfig = `daemon off;
worker_processes auto;
pid %[1]s/pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_body_temp_path %[1]s/t1; proxy_temp_path %[1]s/t2; fastcgi_temp_path %[1]s/t3; uwsgi_temp_path %[1]s/t4; scgi_temp_path %[1]s/t5;
  server { listen %[2]s; root %[1]s/files; }
}
`

func (b *bench) nginx(like files) (*nginx, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(b.dir, "nginx")
	if err := os.MkdirAll(filepath.Join(dir, "files"), 0o755); err != nil {
		return nil, err
	}
	n := &nginx{}
	for i, size := range like.sizes {
		name := fmt.Sprintf("%d.m4s", i+1)
		f, err := os.Create(filepath.Join(dir, "files", name))
		if err != nil {
			return nil, err
		}
		if _, err := io.CopyN(f, newNoise(), size); err != nil {
			return nil, err
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
		n.urls = append(n.urls, "http://"+address+"/"+name)
	}
	config := filepath.Join(dir, "nginx.conf")
	text := fmt.Sprintf(nginxConfig, dir, address)
	if os.Getuid() == 0 {
		text = "user root;\n" + text // its workers must be able to read the files' folder
	}
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		return nil, err
	}
	if n.process, err = start(b.ctx, nil, "nginx", "-p", dir, "-c", config); err != nil {
		return nil, err
	}
	if err := n.answers(n.urls[0]); err != nil {
		n.stop()
		return nil, err
	}
	return n, nil
}
