import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { type PointerEvent, type SyntheticEvent, useEffect, useId, useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { useSetAvatar } from './api'
import { dragged, middle, mostZoom, squareOf, type View } from './crop'
import classes from './crop-dialog.module.css'

const stage = 260 // pixels per side of the visible section

type Size = { width: number; height: number }

/** Crops a picture to a square, by dragging or with the keyboard. */
export function CropDialog({ file, onDone }: { file: File; onDone: () => void }) {
  const address = useObjectUrl(file)
  const [size, setSize] = useState<Size>()
  const [view, setView] = useState(middle)
  const [broken, setBroken] = useState(false)
  const save = useSetAvatar()
  const measured = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setSize({ width: naturalWidth, height: naturalHeight })
  const submit = () => {
    if (!size) return
    const square = squareOf(view, size.width, size.height)
    save.mutate(
      { file, square },
      {
        onSuccess: () => {
          toast(t`Your picture is saved.`)
          onDone()
        },
      },
    )
  }

  return (
    <Dialog title={t`Choose what is shown`} onClose={onDone}>
      {save.error && <Failure error={save.error} />}
      {broken ? (
        <Text role="alert">
          <Trans>This file cannot be shown as a picture. Please choose another.</Trans>
        </Text>
      ) : (
        <Stage size={size} view={view} setView={setView}>
          {address && (
            <img
              src={address}
              alt={t`What you have chosen`}
              draggable={false}
              className={classes.picture}
              style={size && placed(view, size)}
              onLoad={measured}
              onError={() => setBroken(true)}
            />
          )}
        </Stage>
      )}
      {size && <Controls view={view} setView={setView} />}
      <DialogActions onCancel={onDone}>
        <Button loading={save.isPending} disabled={!size} onClick={submit}>
          <Trans>Use this picture</Trans>
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

/** The position of the image at which the stage shows the square. */
function placed(view: View, { width, height }: Size) {
  const { x, y, side } = squareOf(view, width, height)
  const scale = stage / side
  return { width: width * scale, height: height * scale, transform: `translate(${-x * scale}px, ${-y * scale}px)` }
}

type Viewed = { view: View; setView: (view: View) => void }

function Stage({ size, view, setView, children }: Viewed & { size: Size | undefined; children: React.ReactNode }) {
  const [from, setFrom] = useState<{ x: number; y: number }>()
  const drag = (event: PointerEvent) => {
    if (!from || !size) return
    setView(dragged(view, { x: event.clientX - from.x, y: event.clientY - from.y }, stage, size.width, size.height))
    setFrom({ x: event.clientX, y: event.clientY })
  }
  return (
    <div
      className={classes.stage}
      style={{ width: stage, height: stage }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, y: event.clientY })
      }}
      onPointerMove={drag}
      onPointerUp={() => setFrom(undefined)}
      onPointerCancel={() => setFrom(undefined)}
    >
      {children}
      <div className={classes.ring} aria-hidden="true" />
    </div>
  )
}

function Controls({ view, setView }: Viewed) {
  return (
    <div className={classes.controls}>
      <Range
        label={t`Nearer`}
        min={1}
        max={mostZoom}
        value={view.zoom}
        onChange={(zoom) => setView({ ...view, zoom })}
      />
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
