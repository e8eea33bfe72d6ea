/** Query keys of playback. */
export const playbackKeys = {
  all: ['playback'] as const,
  urls: (videoId: string) => [...playbackKeys.all, 'urls', videoId] as const,
  position: (videoId: string) => [...playbackKeys.all, 'position', videoId] as const,
  positions: (courseId: string) => [...playbackKeys.all, 'positions', courseId] as const,
  analytics: (videoId: string) => [...playbackKeys.all, 'analytics', videoId] as const,
  captions: (videoId: string) => [...playbackKeys.all, 'captions', videoId] as const,
}
