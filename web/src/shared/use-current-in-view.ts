import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The ref of a row of links that scrolls on a phone: on every page, the link to that page is scrolled into view. */
export function useCurrentInView(inline: 'nearest' | 'center') {
  const row = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const reveal = () => row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline })
    reveal()
    return router.subscribe('onRendered', reveal)
  }, [router, inline])
  return row
}
