import { useNavigate } from '@tanstack/react-router'

/**
 * Ends the session by `end`, or lets it show what another user sees, and leads to the page on which that user or a visitor starts. It first
 * leaves the current page, which they may not be allowed to open, for one that is open to everybody and leads no user elsewhere.
 */
export function useLeave() {
  const navigate = useNavigate()
  return async (end: () => void) => {
    await navigate({ to: '/courses' })
    end()
    await navigate({ to: '/', replace: true })
  }
}
