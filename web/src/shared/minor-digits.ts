// Written by `go test ./internal/platform/money -update` from the table of ISO 4217. All other currencies have 2 digits.
export const unusualDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
