import macros from '@lingui/babel-plugin-lingui-macro'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

import { compileMessages } from './build/compile-messages.ts'
import { evaluateApart } from './build/evaluate-apart.ts'
import { earlyText, firstPage } from './build/first-page.ts'
import { pdfjsData } from './build/pdfjs-data.ts'
import { precompress } from './build/precompress.ts'
import { preloadFonts } from './build/preload-fonts.ts'
import { routeFiles } from './build/route-files.ts'

/** The test that sends real requests. */
const realNetwork = 'src/upload-client/xhr-transport.test.ts'

/** Turns the macros for messages into calls. Few files have none, but those of dependencies. */
const messages = (command: 'build' | 'serve') =>
  babel({
    presets: [
      {
        preset: () => ({
          plugins: [[macros, { stripMessageField: false }], ...(command === 'build' ? [compileMessages] : [])],
        }),
        rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
      },
    ],
  })

export default defineConfig(({ command }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/app/routes',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      quoteStyle: 'single',
    }),
    messages(command),
    lingui({ failOnCompileError: true }),
    react(),
    pdfjsData(),
    preloadFonts(),
    evaluateApart(),
    routeFiles(),
    precompress(),
  ],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    manifest: true, // read by scripts/budget.mjs
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // light-dark() stays as it is written
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // nothing inline: the Content-Security-Policy names 'self' alone
    chunkSizeWarningLimit: 1000, // the player; scripts/budget.mjs guards the first page
    rolldownOptions: {
      output: {
        // The entry lists all chunks: their names would cost the first page 2 KB. The catalogues of messages keep theirs, by which a journey blocks them.
        chunkFileNames: ({ name }) => (name.startsWith('messages.') ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
        // What every page needs changes rarely: one chunk that outlives our own releases in the browser's cache. What many
        // pages share compresses better as one chunk than as seventy, and so do icons of a few hundred bytes each: signed in, a page
        // makes 40 requests in place of 75, for as many bytes.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, priority: 2 },
            { name: earlyText(), priority: 3 },
            { name: firstPage(), priority: 1 },
            { name: 'common', test: /(@mantine|@tabler|web[\\/]src)[\\/]/, minShareCount: 30, priority: 1 },
            { name: 'icons', test: /@tabler[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://lectern.test/' } },
    setupFiles: './src/testing/setup.ts',
    env: { TZ: 'Asia/Kolkata' },
    testTimeout: 60_000, // it bounds a failure; typing in a form takes seconds where other sections use the cores
    projects: [
      {
        extends: true,
        // A worker loads each module once: two thirds of the time went into loading the same ones for every file.
        test: { name: 'app', exclude: [...configDefaults.exclude, realNetwork], isolate: false },
      },
      // Takes the replies of the other tests away (msw patches the globals of the first window that a worker has).
      { extends: true, test: { name: 'network', include: [realNetwork] } },
    ],
  },
}))
