import type { VideoFilters } from './filters'

/** Query keys of videos. Everything below `all` is refetched when a video changes. */
export const videoKeys = {
  all: ['videos'] as const,
  libraries: () => [...videoKeys.all, 'library'] as const,
  library: (filters: VideoFilters) => [...videoKeys.libraries(), filters] as const,
  ofCourse: (courseId: string) => [...videoKeys.all, 'course', courseId] as const,
  one: (id: string) => [...videoKeys.all, 'one', id] as const,
  status: (id: string) => [...videoKeys.all, 'status', id] as const,
  logs: (id: string) => [...videoKeys.all, 'logs', id] as const,
}

/** Query keys of a video's pictures, which outlive its other changes. */
export const pictureKeys = {
  all: (id: string) => ['pictures', id] as const,
  generation: (id: string, generation: number) => [...pictureKeys.all(id), generation] as const,
}
