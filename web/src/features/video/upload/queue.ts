import { session } from '@/api/client'
import { UploadError, UploadQueue } from '@/upload-client'

let current: { owner: string; queue: UploadQueue } | undefined

/**
 * The uploads of the signed-in user (`owner`: their id). They live outside all pages, so that they survive
 * navigation, and their sessions are in storage, so that they survive a reload.
 */
export function uploadsOf(owner: string) {
  if (current?.owner !== owner) {
    const queue = new UploadQueue({
      baseUrl: `${window.location.origin}/api/v1`,
      authorize,
      onUnauthorized: () => void session.end(),
      owner,
      storage: window.localStorage,
    })
    current = { owner, queue }
    // Uploads of a signed-out user would be refused: they are paused until that user returns.
    const stop = session.subscribe(() => {
      if (session.isSignedIn()) return
      for (const { id, status } of queue.getSnapshot().items) if (status === 'uploading') queue.pause(id)
      stop()
      current = undefined
    })
  }
  return current.queue
}

async function authorize({ renew }: { renew: boolean }): Promise<Record<string, string>> {
  try {
    const token = await (renew ? session.renew() : session.token())
    return token ? { Authorization: `Bearer ${token}` } : {}
  } catch {
    throw new UploadError('NETWORK_ERROR')
  }
}
