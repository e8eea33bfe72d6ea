import katex from 'katex'
import { useEffect, useRef } from 'react'

/** Renders a formula in TeX as MathML, which browsers draw natively and screen readers can read. */
export function formulaOf(tex: string, block: boolean) {
  const element = document.createElement('span')
  katex.render(tex, element, {
    output: 'mathml',
    displayMode: block,
    throwOnError: false,
    trust: false,
    maxExpand: 200,
  })
  return element
}

/** A formula in TeX. Invalid TeX is shown as it was written. */
export function Formula({ tex, block = false }: { tex: string; block?: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => place.current?.replaceChildren(formulaOf(tex, block)), [tex, block])
  return <span ref={place} />
}
