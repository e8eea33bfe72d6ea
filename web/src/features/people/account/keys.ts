/** Query keys of the signed-in user's account. */
export const accountKeys = {
  permissions: () => ['account', 'permissions'] as const,
  setup: () => ['account', 'setup'] as const,
  sessions: () => ['account', 'sessions'] as const,
  securityLog: () => ['account', 'security-log'] as const,
}
