import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { precompress } from './build/precompress.ts'

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
    isolate: false, // a worker loads each module once: two thirds of the time went into loading the same ones in every file
    environmentOptions: { happyDOM: { url: 'http://lectern.test/' } },
    setupFiles: './src/testing/setup.ts',
    env: { TZ: 'Asia/Kolkata' },
    testTimeout: 20_000, // typing in a form takes seconds on a machine that encodes video meanwhile
  },
})
