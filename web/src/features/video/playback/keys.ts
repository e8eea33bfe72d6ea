/** Query keys of playback. */
export const playbackKeys = {
  all: ['playback'] as const,
  urls: (videoId: string) => [...playbackKeys.all, 'urls', videoId] as const,
  position: (videoId: string) => [...playbackKeys.all, 'position', videoId] as const,
  positions: (courseId: string) => [...playbackKeys.all, 'positions', courseId] as const,
  analytics: (videoId: string) => [...playbackKeys.all, 'analytics', videoId] as const,
  chapters: (videoId: string) => [...playbackKeys.all, 'chapters', videoId] as const,
  transcript: (videoId: string, language: string) => [...playbackKeys.all, 'transcript', videoId, language] as const,
  captions: (videoId: string) => [...playbackKeys.all, 'captions', videoId] as const,
}
