import { useEffect, useRef } from 'react'

/** For the element around a form's fields: whenever there is another refusal, the first field that shows an error has the focus. */
export function useErrorFocus<E extends HTMLElement>(refusal: unknown) {
  const around = useRef<E>(null)
  useEffect(() => {
    if (refusal) around.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
  return around
}
