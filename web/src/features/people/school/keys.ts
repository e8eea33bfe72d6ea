/** Query keys of the school and its settings. */
export const schoolKeys = {
  info: () => ['school'] as const,
  groups: () => ['settings'] as const,
  group: (key: string) => ['settings', key] as const,
  palette: (color: string) => ['palette', color] as const,
}
