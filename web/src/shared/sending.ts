/** A mutation that a form runs, of any feature. */
export type Sending<Variables> = {
  isPending: boolean
  error: Error | null
  /** Forgets the error of the last time. */
  reset: () => void
  mutate: (variables: Variables, options: { onSuccess: () => void; onError: (error: Error) => void }) => void
}
