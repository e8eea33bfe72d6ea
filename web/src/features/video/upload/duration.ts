const PATIENCE_MS = 3000

/**
 * The duration of a video in minutes, which determines the chunk size of short ones; undefined if the browser cannot
 * read it. Never rejects.
 */
export async function minutesOf(file: File): Promise<number | undefined> {
  const video = document.createElement('video')
  // Chromium denies QuickTime but can read its duration: the container is that of MP4.
  if (video.canPlayType(file.type === 'video/quicktime' ? 'video/mp4' : file.type) === '') return undefined
  const address = URL.createObjectURL(file)
  try {
    const seconds = await new Promise<number>((resolve, reject) => {
      setTimeout(reject, PATIENCE_MS)
      video.onloadedmetadata = () => resolve(video.duration)
      video.onerror = reject
      video.preload = 'metadata'
      video.src = address
    })
    return Number.isFinite(seconds) && seconds > 0 ? seconds / 60 : undefined
  } catch {
    return undefined // not playable in this browser: chunk size depends on file size alone
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}
