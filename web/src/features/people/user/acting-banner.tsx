import { UnstyledButton } from '@mantine/core'
import classes from './acting-banner.module.css'
import { useStopActing } from './api'

type Props = { name: string; readOnly: boolean; onStopped: () => void }

/** Says all the time that an administrator sees this as somebody else, with the way back. */
export default function ActingBanner({ name, readOnly, onStopped }: Props) {
  const stop = useStopActing()
  return (
    <section className={classes.banner} aria-label="You act as somebody else">
      <span>
        You see this as <b>{name}</b> {readOnly ? '(read-only)' : '(what you change is changed)'}
      </span>
      <UnstyledButton
        className={classes.stop}
        disabled={stop.isPending}
        onClick={() => stop.mutate(undefined, { onSettled: onStopped })}
      >
        Stop
      </UnstyledButton>
    </section>
  )
}
