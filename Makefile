# All commands for working on the project. `make help` lists them.
# The scripts can also be called directly; see CONTRIBUTING.md.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help run test soak dev gen check build web e2e bench clean

DATA ?= ./data

WEB_SOURCES := $(shell find web/src web/public web/build -type f 2>/dev/null) \
	$(wildcard web/index.html web/package.json web/tsconfig*.json web/*.ts web/*.mjs)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## /{printf "  make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## install what is missing, build, and start the demo on http://127.0.0.1:8080 (DATA=./data keeps it)
	@scripts/install run
	@$(MAKE) --no-print-directory build
	bin/lectern serve --demo --data $(DATA)

test: ## install what tests need and run everything: Go on both databases and storages, web, browser journeys
	@scripts/install test
	@scripts/test

soak: ## run property tests and crash rounds in full, for an hour or more; `make test` runs a sample of them
	@scripts/install test
	@scripts/test soak

dev: ## API on :8080 rebuilt at each change of Go, web app on :5173 reloaded by Vite
	@scripts/install run
	@scripts/dev

gen: web/node_modules/.installed ## write openapi.json and the web app's types from the Go types
	scripts/generate

check: ## the quick checks: vet, gofmt, generated files, types, lint
	@scripts/test check

build: web ## bin/lectern: one static binary with the web app inside
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o bin/lectern ./cmd/lectern

web: web/dist/index.html ## web/dist: the web app as the binary embeds it

e2e: build e2e/node_modules/.installed ## the browser journeys alone (ARGS='-g name' picks some)
	@scripts/install test
	cd e2e && npx playwright test $(ARGS)

bench: build ## measure against tusd, nginx and plain ffmpeg; writes bench/report.md (ARGS='-only upload-raw' picks one)
	@scripts/install bench
	scripts/with-postgres go run ./bench $(ARGS)

clean: ## remove what builds and tests leave; keeps ./data
	rm -rf bin .tools web/node_modules e2e/node_modules e2e/test-results e2e/report scripts/clients/node_modules scripts/clients/generated
	find web/dist -mindepth 1 ! -name .keep -delete

web/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run build
	@touch $@

# npm ci only when the lock has changed.
%/node_modules/.installed: %/package-lock.json
	cd $* && npm ci --no-audit --no-fund
	@touch $@
