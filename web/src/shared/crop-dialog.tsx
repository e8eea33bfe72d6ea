import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { type PointerEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'

import { type Area, areaOf, dragged, type Frame, middle, mostZoom, type Size, type View } from './crop'
import classes from './crop-dialog.module.css'
import { Dialog, DialogActions } from './dialog'
import { Failure } from './query-view'

type Props = {
  title: string
  file: File
  frame: Frame
  /** Whether a circle of the area is shown later. */
  round?: boolean
  /** Why the picture was not saved. */
  error: Error | null
  saving: boolean
  onUse: (area: Area) => void
  onClose: () => void
}

/** Crops a picture to the shape of a frame, by dragging or with the keyboard. */
export function CropDialog({ title, file, frame, round = false, error, saving, onUse, onClose }: Props) {
  const address = useObjectUrl(file)
  const [size, setSize] = useState<Size>()
  const [view, setView] = useState(middle)
  const [broken, setBroken] = useState(false)
  const measured = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setSize({ width: naturalWidth, height: naturalHeight })

  return (
    <Dialog title={title} onClose={onClose} size={round ? 'md' : 'lg'}>
      {error && <Failure error={error} />}
      {broken ? (
        <Text role="alert">
          <Trans>Your browser can't show this file as a picture. Choose another file.</Trans>
        </Text>
      ) : (
        <Stage {...{ size, view, setView, frame, round }}>
          {address && (
            <img
              src={address}
              alt={t`Selected area`}
              draggable={false}
              className={classes.picture}
              style={size && placed(areaOf(view, size, frame), size)}
              onLoad={measured}
              onError={() => setBroken(true)}
            />
          )}
        </Stage>
      )}
      {size && <Controls view={view} setView={setView} />}
      <DialogActions onCancel={onClose}>
        <Button loading={saving} disabled={!size} onClick={() => size && onUse(areaOf(view, size, frame))}>
          <Trans>Use picture</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useObjectUrl(file: File) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

const share = (part: number, whole: number) => `${(part / whole) * 100}%`

/** The position of the image at which the stage shows the area. */
const placed = ({ x, y, width, height }: Area, image: Size) => ({
  width: share(image.width, width),
  height: share(image.height, height),
  left: share(-x, width),
  top: share(-y, height),
})

type Viewed = { view: View; setView: (view: View) => void }
type StageProps = Viewed & { size: Size | undefined; frame: Frame; round: boolean; children: ReactNode }

function Stage({ size, view, setView, frame, round, children }: StageProps) {
  const [from, setFrom] = useState<{ x: number; y: number }>()
  const drag = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    if (!from || !size) return
    setView(dragged(view, { x: clientX - from.x, y: clientY - from.y }, currentTarget.clientWidth, size, frame))
    setFrom({ x: clientX, y: clientY })
  }
  return (
    <div
      className={classes.stage}
      style={{ width: `min(100%, ${round ? 260 : 560}px)`, aspectRatio: frame.aspect }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, y: event.clientY })
      }}
      onPointerMove={drag}
      onPointerUp={() => setFrom(undefined)}
      onPointerCancel={() => setFrom(undefined)}
    >
      {children}
      {round && <div className={classes.ring} aria-hidden="true" />}
    </div>
  )
}

function Controls({ view, setView }: Viewed) {
  return (
    <div className={classes.controls}>
      <Range label={t`Zoom`} min={1} max={mostZoom} value={view.zoom} onChange={(zoom) => setView({ ...view, zoom })} />
      <Range label={t`Left and right`} min={0} max={1} value={view.x} onChange={(x) => setView({ ...view, x })} />
      <Range label={t`Up and down`} min={0} max={1} value={view.y} onChange={(y) => setView({ ...view, y })} />
    </div>
  )
}

type RangeProps = { label: string; min: number; max: number; value: number; onChange: (value: number) => void }

function Range({ label, min, max, value, onChange }: RangeProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </>
  )
}
