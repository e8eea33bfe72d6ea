/** Query keys of the user's own profile. */
export const profileKeys = {
  all: ['profile'] as const,
  mine: () => [...profileKeys.all, 'mine'] as const,
  /** As others see it. */
  public: () => [...profileKeys.all, 'public'] as const,
  exports: () => [...profileKeys.all, 'exports'] as const,
}
