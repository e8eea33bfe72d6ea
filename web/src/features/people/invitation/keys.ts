/** Query keys of invitations. */
export const invitationKeys = {
  all: ['invitations'] as const,
  page: (page: number) => [...invitationKeys.all, page] as const,
}
