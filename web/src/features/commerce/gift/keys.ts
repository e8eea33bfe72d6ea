/** Query keys of gifts. */
export const giftKeys = {
  all: ['gifts'] as const,
  mine: (page: number) => [...giftKeys.all, 'mine', page] as const,
  preview: (token: string) => [...giftKeys.all, 'preview', token] as const,
}
