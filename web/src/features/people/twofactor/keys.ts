/** Query keys of the second factor. */
export const twoFactorKeys = {
  policy: () => ['two-factor', 'policy'] as const,
  state: () => ['two-factor', 'state'] as const,
}
