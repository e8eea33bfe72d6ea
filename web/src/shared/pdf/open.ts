import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

const data = `/assets/pdfjs-${version}` // build/pdfjs-data.ts puts it there

/** Begins to load a PDF. Our Content-Security-Policy lets it neither evaluate code nor run WebAssembly. */
export const open = (url: string) =>
  getDocument({
    url,
    cMapUrl: `${data}/cmaps/`,
    wasmUrl: `${data}/wasm/`,
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
  })
