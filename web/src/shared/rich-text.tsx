import { useEffect, useLayoutEffect, useRef } from 'react'

import classes from './rich-text.module.css'
import { htmlOf, type WrittenText } from './written-text'

/** Where the lessons are to which a text links. */
export type Lessons = {
  /** The URL of a lesson without its id. */
  base: string
  open: (lessonId: string) => void
}

const lessonScheme = 'lesson:' // how a text refers to a lesson of its course

type Props = {
  /** From an editor, sanitized by the server. */
  html: string
  /** `plain` for a text without markup, which is shown in paragraphs. */
  format?: WrittenText['format']
  lessons?: Lessons | undefined
}

/** A text with its formulas rendered. Without `lessons`, links to lessons are plain text. */
export function RichText({ html: text, format = 'html', lessons }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const base = lessons?.base
  const html = htmlOf({ text, format })
  useLayoutEffect(() => {
    const text = place.current
    if (!text) return
    const page = new DOMParser().parseFromString(html, 'text/html') // scripts in it would not run
    for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) link.target = '_blank' // a file
    for (const link of page.querySelectorAll(`a[href^="${lessonScheme}"]`)) linkLesson(link, base)
    text.replaceChildren(...page.body.childNodes)
    void renderFormulas(text)
  }, [html, base])

  useEffect(() => {
    const text = place.current
    if (!text || !lessons) return
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-lesson]')
      const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (!link || isElsewhere) return
      event.preventDefault()
      lessons.open(link.dataset.lesson ?? '')
    }
    text.addEventListener('click', follow)
    return () => text.removeEventListener('click', follow)
  }, [lessons])

  return <div ref={place} className={classes.text} />
}

/** Loads the renderer of formulas for texts that have some. Until then their TeX is shown. */
async function renderFormulas(text: HTMLElement) {
  const formulas = text.querySelectorAll('span[data-formula]')
  if (formulas.length === 0) return
  const { formulaOf } = await import('./formula')
  for (const formula of formulas) {
    formula.replaceChildren(formulaOf(formula.textContent ?? '', formula.getAttribute('data-formula') === 'block'))
  }
}

function linkLesson(link: Element, base: string | undefined) {
  if (base === undefined) return link.replaceWith(...link.childNodes)
  const id = link.getAttribute('href')?.slice(lessonScheme.length) ?? ''
  link.setAttribute('href', base + id)
  link.setAttribute('data-lesson', id)
}
