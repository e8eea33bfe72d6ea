import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * The ref of links that scroll by themselves, in a row on a phone or in a low column: on every page, the link to that page is scrolled into
 * view. The page stays where it is, which scrollIntoView would move too.
 */
export function useCurrentInView(inline: 'nearest' | 'center') {
  const row = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const reveal = () => row.current && revealIn(row.current, inline)
    reveal()
    return router.subscribe('onRendered', reveal)
  }, [router, inline])
  return row
}

function revealIn(row: HTMLElement, inline: 'nearest' | 'center') {
  const link = row.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!link) return
  const { left, right, top, bottom } = row.getBoundingClientRect()
  row.scrollTop += Math.min(0, link.top - top) + Math.max(0, link.bottom - bottom)
  if (inline === 'center') row.scrollLeft += (link.left + link.right) / 2 - (left + right) / 2
  else row.scrollLeft += Math.min(0, link.left - left) + Math.max(0, link.right - right)
}
