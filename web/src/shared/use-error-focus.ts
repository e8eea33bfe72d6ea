import { useEffect, useRef } from 'react'

/** For the element around a form's fields: whenever there is another error, the first field that shows one has the focus. */
export function useErrorFocus<E extends HTMLElement>(error: Error | null) {
  const around = useRef<E>(null)
  useEffect(() => {
    if (error) around.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return around
}
