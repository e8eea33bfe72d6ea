import { useEffect, useRef } from 'react'

import { formulaOf } from './formula'
import classes from './rich-text.module.css'

/** HTML from an editor, sanitized by the server, with its formulas rendered. */
export function RichText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const text = place.current
    if (!text) return
    const page = new DOMParser().parseFromString(html, 'text/html') // scripts in it would not run
    for (const formula of page.querySelectorAll('span[data-formula]')) {
      formula.replaceChildren(formulaOf(formula.textContent ?? '', formula.getAttribute('data-formula') === 'block'))
    }
    text.replaceChildren(...page.body.childNodes)
  }, [html])
  return <div ref={place} className={classes.text} />
}
