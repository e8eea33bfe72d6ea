/** Runs an action. Where the server first wants a recent proof of identity, the user is asked for one and the action runs again. */
export type Reauthenticated = <R>(action: () => Promise<R>) => Promise<R>
