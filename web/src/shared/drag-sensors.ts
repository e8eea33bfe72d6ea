import { PointerActivationConstraints } from '@dnd-kit/dom'
import { PointerSensor } from '@dnd-kit/react'

// A press without movement is a click on the handle. Touch requires a long press, so that swiping still scrolls.
export const dragSensors = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
  }),
]
