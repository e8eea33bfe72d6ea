/** Query keys of proposals. */
export const proposalKeys = {
  of: (leadId: string) => ['proposals', leadId] as const,
  open: (token: string) => ['proposal', token] as const,
}
