/** Query keys of identity providers and connected accounts. */
export const identityKeys = {
  providers: () => ['identity', 'providers'] as const,
  identities: () => ['identity', 'identities'] as const,
}
