import { createContext, useContext } from 'react'

import { ApiError } from '@/api/client'

/**
 * Runs an action. If the server first requires a recent proof of identity, the user is asked for it and the action
 * runs again.
 */
export type Reauthenticated = <R>(action: () => Promise<R>) => Promise<R>

/** Asks the user for a proof of identity; false when they cancel. */
export const AskForProof = createContext<() => Promise<boolean>>(() => Promise.resolve(false))

const isRequired = (error: unknown) => error instanceof ApiError && error.problem?.code === 'confirm_identity'

/** For actions that the server may want a recent proof of identity for. */
export function useReauthentication(): Reauthenticated {
  const ask = useContext(AskForProof)
  return async (action) => {
    try {
      return await action()
    } catch (error) {
      if (isRequired(error) && (await ask())) return action()
      throw error
    }
  }
}
