/**
 * Runs an action. If the server first requires a recent proof of identity, the user is asked for it and the action
 * runs again.
 */
export type Reauthenticated = <R>(action: () => Promise<R>) => Promise<R>
