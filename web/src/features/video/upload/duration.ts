const PATIENCE_MS = 3000

/** Minutes of a video, which decide the chunk size of short ones; undefined where this browser cannot read them. Never rejects. */
export async function minutesOf(file: File): Promise<number | undefined> {
  const video = document.createElement('video')
  // Chromium denies QuickTime and reads its length all the same: the container is that of MP4.
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
    return undefined // nothing that this browser can play: the rule for its size stands
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}
