import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Kbd.layer.css'

import { Kbd } from '@mantine/core'

import classes from './learn-page.module.css'

const keys = [
  [msg`Space`, msg`Play or pause`],
  ['←', msg`Back 10 seconds`],
  ['→', msg`Forward 10 seconds`],
  ['M', msg`Mute`],
  ['C', msg`Captions`],
  ['T', msg`Theatre width`],
  ['F', msg`Full screen`],
] as const

/** The keyboard shortcuts while the player has the focus. */
export function PlayerKeys() {
  return (
    <details className={classes.keys}>
      <summary>
        <Trans>Keyboard shortcuts</Trans>
      </summary>
      <dl>
        {keys.map(([key, action]) => (
          <div key={action.id}>
            <dt>
              <Kbd>{typeof key === 'string' ? key : t(key)}</Kbd>
            </dt>
            <dd>{t(action)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
