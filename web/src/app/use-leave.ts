import { useNavigate } from '@tanstack/react-router'

/**
 * Ends the session by `end` and leads to the page for visitors. It first leaves the current page, which may need a
 * signed-in user and would lead to signing in, for one that is open to everybody and leads no user elsewhere.
 */
export function useLeave(end: () => void) {
  const navigate = useNavigate()
  return async () => {
    await navigate({ to: '/courses' })
    end()
    await navigate({ to: '/', replace: true })
  }
}
