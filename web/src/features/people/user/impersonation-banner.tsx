import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { useStopImpersonating } from './api'
import classes from './impersonation-banner.module.css'

type Props = { name: string; readOnly: boolean; onStopped: () => void }

/** Shows that an administrator impersonates a user, with the button that ends it. */
export default function ImpersonationBanner({ name, readOnly, onStopped }: Props) {
  const stop = useStopImpersonating(onStopped)
  return (
    <section className={classes.banner} aria-label={t`Viewing as another user`}>
      <span>
        {readOnly ? (
          <Trans>
            Viewing as <b>{name}</b> (read-only)
          </Trans>
        ) : (
          <Trans>
            Viewing as <b>{name}</b> (changes are saved)
          </Trans>
        )}
      </span>
      <UnstyledButton className={classes.stop} disabled={stop.isPending} onClick={() => stop.mutate()}>
        <Trans>Stop</Trans>
      </UnstyledButton>
    </section>
  )
}
