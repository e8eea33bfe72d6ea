/** What a browser offers for playing a video. */
export type Abilities = {
  /** Web Crypto: the page came by HTTPS, or from this machine. */
  secure: boolean
  /** Media Source Extensions. */
  mediaSource: boolean
  /** Whether the element plays HLS by itself. */
  nativeHLS: boolean
  /** Whether it plays to AirPlay receivers: only what it fetches itself. */
  airPlay: boolean
}

/** How a video is played: by Shaka, sealed or clear, or by the browser itself. */
export type Source = 'sealed' | 'clear' | 'native'

/**
 * Safari plays HLS of the clear variant by itself, for AirPlay and because iPhones have no Media Source Extensions. All others get
 * DASH, which is decrypted here where the browser can; where it cannot, the server decrypts it.
 */
export function sourceFor({ secure, mediaSource, nativeHLS, airPlay }: Abilities): Source {
  if (nativeHLS && (airPlay || !mediaSource)) return 'native'
  return secure ? 'sealed' : 'clear'
}

export const abilitiesOf = (video: HTMLVideoElement): Abilities => ({
  secure: globalThis.isSecureContext,
  mediaSource: 'MediaSource' in window,
  nativeHLS: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  airPlay: 'WebKitPlaybackTargetAvailabilityEvent' in window,
})
