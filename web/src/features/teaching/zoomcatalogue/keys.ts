/** Query keys of meetings at Zoom. */
export const zoomKeys = {
  all: ['zoom'] as const,
  registrants: (id: string) => [...zoomKeys.all, 'registrants', id] as const,
}
