import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Chromium without windows, which takes a third less CPU, where scripts/install has found a package of it. */
const withoutWindows = '/usr/bin/chromium-headless-shell'
const chromium = existsSync(withoutWindows) ? withoutWindows : '/usr/bin/chromium'

const durations = process.env.LECTERN_DURATIONS // the file from which scripts/test reads how long each test took

export default defineConfig({
  globalSetup: './global-setup.ts',
  outputDir: './test-results',
  projects: [
    { name: 'journeys', testDir: './journeys' },
    // These encode video, which needs the cores: one at a time, after the others.
    { name: 'encoding', testDir: './encoding', workers: 1, dependencies: ['journeys'] },
  ],
  workers: 2, // each with its own server
  forbidOnly: true,
  retries: 0,
  // These only bound failures; no test waits for them to pass. They are long, because other sections share the cores.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['html', { outputFolder: 'report', open: 'never' }],
    ...(durations ? [['json', { outputFile: durations }] as const] : []),
  ],
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    trace: process.env.LECTERN_TRACE ? 'on' : 'off', // recording takes a third of the CPU of all journeys
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      chromiumSandbox: false,
      args: [
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu', // there is no GPU, and without this the browser itself crashed once in some hundred journeys
        '--disable-sync',
        '--js-flags=--no-opt --no-maglev', // a page lives for seconds: to optimise its scripts takes more CPU than it saves
        '--no-first-run',
      ],
    },
  },
})
