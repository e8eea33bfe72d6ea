module.exports = {
  lectern: {
    input: { target: './generated/openapi.json', validation: false }, // the linters have validated it
    output: { target: './generated/orval.ts', client: 'fetch', mode: 'single' },
  },
}
