import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Kbd.layer.css'

import { Kbd } from '@mantine/core'

import classes from './learn-page.module.css'

const keys = [
  ['Space', 'play or pause'],
  ['←', '10 seconds back'],
  ['→', '10 seconds on'],
  ['M', 'mute'],
  ['C', 'captions'],
  ['F', 'full screen'],
] as const

/** The keyboard shortcuts while the player has the focus. */
export function PlayerKeys() {
  return (
    <details className={classes.keys}>
      <summary>
        <Trans>Keyboard shortcuts</Trans>
      </summary>
      <dl>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
