import { UnstyledButton } from '@mantine/core'
import { useStopImpersonating } from './api'
import classes from './impersonation-banner.module.css'

type Props = { name: string; readOnly: boolean; onStopped: () => void }

/** Shows that an administrator impersonates a user, with the button that ends it. */
export default function ImpersonationBanner({ name, readOnly, onStopped }: Props) {
  const stop = useStopImpersonating()
  return (
    <section className={classes.banner} aria-label="You act as another user">
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
