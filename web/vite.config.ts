import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

import { precompress } from './build/precompress.ts'

/** The test that sends real requests. */
const realNetwork = 'src/upload-client/xhr-transport.test.ts'

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/app/routes',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
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
        // What every page needs changes rarely: one chunk that outlives our own releases in the browser's cache.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ }],
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
})
