import { useLayoutEffect, useRef } from 'react'

/**
 * A certificate that the server has drawn. It stands in a tree of its own: the shapes of two drawings have the same ids.
 */
export function Drawing({ svg, label }: { svg: string; label: string }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = host
    if (!current) return
    const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement // scripts in it would not run
    drawn.setAttribute('width', '100%')
    drawn.setAttribute('height', '100%')
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
    root.replaceChildren(document.importNode(drawn, true))
  }, [svg])
  return <div ref={host} role="img" aria-label={label} style={{ position: 'absolute', inset: 0 }} />
}
