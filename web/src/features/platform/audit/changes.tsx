import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import type { Entry } from './api'
import classes from './changes.module.css'
import { memberName } from './labels'

/** Each changed field, before and after. */
export function Changes({ entry: { before, after } }: { entry: Entry }) {
  const [was, is] = [before ?? {}, after ?? {}]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort()
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>Nothing else to tell</Trans>
      </Text>
    )
  }
  return (
    <dl className={classes.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{memberName(name)}</dt>
          <dd>
            {name in was && <del>{shown(was[name])}</del>}
            {name in was && name in is && (
              <>
                <span className="visually-hidden">
                  {' '}
                  <Trans>became</Trans>{' '}
                </span>
                <span aria-hidden="true"> → </span>
              </>
            )}
            {name in is && <ins>{shown(is[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length > 0 ? value.map(shown).join(', ') : 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
