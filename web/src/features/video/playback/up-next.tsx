import '@mantine/core/styles/Switch.layer.css'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Switch, Text } from '@mantine/core'
import { type CSSProperties, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import { readSettings, saveSettings } from './settings'

/** The lesson after this one. */
export type Next = { title: string; open: (how: { play: boolean }) => void }

const countFrom = 8 // seconds

/** At the end of a video: the next lesson, which opens by itself unless the viewer has switched that off or cancels. */
export function UpNext({ video, next }: { video: RefObject<HTMLVideoElement | null>; next: Next }) {
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const stop = new AbortController()
    const on = { signal: stop.signal }
    element.addEventListener('ended', () => setEnded(true), on)
    for (const again of ['play', 'seeking']) element.addEventListener(again, () => setEnded(false), on)
    return () => stop.abort()
  }, [video])
  const cancel = useCallback(() => setEnded(false), [])
  return ended && <Card next={next} onCancel={cancel} />
}

function Card({ next, onCancel }: { next: Next; onCancel: () => void }) {
  const [autoplay, setAutoplay] = useState(() => readSettings().autoplay)
  const left = useCountdown(autoplay, () => next.open({ play: true }))
  const start = useRef<HTMLButtonElement>(null)
  const card = useRef<HTMLElement>(null)
  useEffect(() => start.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const element = card.current
    // Natively, before the player around it takes the key for the video.
    const press = (event: KeyboardEvent) => {
      event.stopPropagation()
      if (event.key === 'Escape') onCancel()
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [onCancel])
  const { title } = next
  return (
    // Within the player, which alone is seen in full screen.
    <section ref={card} slot="dialog" className="up-next" aria-label={t`Up next`}>
      <Text size="sm" role="status">
        {autoplay ? t`Up next, opens in ${countFrom} seconds` : t`Up next`}
      </Text>
      <Text fw={700} size="lg" lineClamp={2}>
        {title}
      </Text>
      {autoplay && (
        <div className="countdown" aria-hidden="true" style={shareOf(left)}>
          {left}
        </div>
      )}
      <Group gap="xs" justify="center">
        <Button ref={start} variant="white" color="dark" onClick={() => next.open({ play: true })}>
          <Trans>Open now</Trans>
        </Button>
        <Button variant="outline" color="gray.0" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
      <Switch
        size="sm"
        label={t`Open next lesson automatically`}
        checked={autoplay}
        onChange={(event) => {
          const { checked } = event.currentTarget
          saveSettings({ autoplay: checked })
          setAutoplay(checked)
        }}
      />
    </section>
  )
}

const shareOf = (left: number): CSSProperties & { '--left': number } => ({ '--left': left / countFrom })

/** Counts seconds down to zero while it runs, and then calls once. It starts anew when it is switched on again. */
export function useCountdown(running: boolean, onEnd: () => void) {
  const [left, setLeft] = useState(countFrom)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (!running) return
    let remaining = countFrom
    setLeft(remaining)
    const tick = setInterval(() => {
      remaining -= 1
      setLeft(remaining)
      if (remaining > 0) return
      clearInterval(tick)
      end.current()
    }, 1000)
    return () => clearInterval(tick)
  }, [running])
  return left
}
