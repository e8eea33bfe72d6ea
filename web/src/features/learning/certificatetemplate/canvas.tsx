import { t } from '@lingui/core/macro'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import type { Layout, PaperElement } from './api'
import classes from './designer.module.css'
import { Drawing } from './drawing'
import { nameOf } from './kinds'
import { type Box, type Guide, onSheet, sheet, snapped } from './layout'

type Props = {
  svg: string
  layout: Layout
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Moves or resizes an element; edits of one drag have the same `run`. */
  onPlace: (id: string, box: Box, run: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

type Drag = { id: string; isResize: boolean; from: Box; x: number; y: number; run: string }

const percent = (mm: number, of: number) => `${(mm / of) * 100}%`

const placed = ({ x, y, w, h }: Box) => ({
  left: percent(x, sheet.width),
  top: percent(y, sheet.height),
  width: percent(w, sheet.width),
  height: percent(h, sheet.height),
})

/** The certificate as the server draws it, with its elements to select, move and resize. */
export function Canvas({ svg, layout, selected, onSelect, onPlace, onKeyDown }: Props) {
  const paper = useRef<HTMLElement>(null)
  const drags = useRef(0)
  const [drag, setDrag] = useState<Drag>()
  const [guides, setGuides] = useState<Guide[]>([])
  const begin = (event: PointerEvent, { id, x, y, w, h }: PaperElement, isResize: boolean) => {
    if (event.button !== 0) return
    onSelect(id)
    if (event.pointerType === 'touch' && id !== selected) return // it scrolls the page; the next touch drags
    event.currentTarget.setPointerCapture(event.pointerId)
    drags.current += 1
    const run = `drag ${drags.current}`
    setDrag({ id, isResize, from: { x, y, w, h }, x: event.clientX, y: event.clientY, run })
  }
  const move = (event: PointerEvent) => {
    if (!drag || !paper.current) return
    const mm = sheet.width / paper.current.clientWidth
    const x = (event.clientX - drag.x) * mm
    const y = (event.clientY - drag.y) * mm
    if (x === 0 && y === 0) return
    const { from } = drag
    if (drag.isResize) {
      const w = Math.min(from.w + x, sheet.width - from.x)
      const h = Math.min(from.h + y, sheet.height - from.y)
      onPlace(drag.id, onSheet({ ...from, w, h }), drag.run)
      return
    }
    const others = layout.elements.filter(({ id }) => id !== drag.id)
    const { box, guides: flush } = snapped({ ...from, x: from.x + x, y: from.y + y }, event.altKey ? [] : others)
    setGuides(flush)
    onPlace(drag.id, box, drag.run)
  }
  const end = () => {
    setDrag(undefined)
    setGuides([])
  }
  return (
    <section ref={paper} className={classes.sheet} aria-label={t`Sheet`}>
      <Drawing svg={svg} label={t`Preview of the certificate`} />
      {layout.elements.map((element) => (
        <button
          key={element.id}
          type="button"
          className={classes.element}
          style={placed(element)}
          tabIndex={element.id === selected ? 0 : -1}
          aria-pressed={element.id === selected}
          aria-label={nameOf(element)}
          onPointerDown={(event) => begin(event, element, false)}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          onFocus={() => onSelect(element.id)}
          onKeyDown={onKeyDown}
        />
      ))}
      {layout.elements
        .filter(({ id }) => id === selected)
        .map((element) => (
          <div
            key={element.id}
            className={classes.handle}
            style={{
              left: percent(element.x + element.w, sheet.width),
              top: percent(element.y + element.h, sheet.height),
            }}
            onPointerDown={(event) => begin(event, element, true)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
          />
        ))}
      {guides.map(({ axis, at }) => (
        <div
          key={axis}
          className={classes.guide}
          data-axis={axis}
          style={axis === 'x' ? { left: percent(at, sheet.width) } : { top: percent(at, sheet.height) }}
        />
      ))}
    </section>
  )
}
