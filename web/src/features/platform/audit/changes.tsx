import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import type { Entry } from './api'
import classes from './changes.module.css'
import { fieldName } from './field-names'
import { valueName } from './labels'

/** Each changed field, before and after. */
export function Changes({ entry: { before, after, names: nameOf } }: { entry: Entry }) {
  const [was, is] = [before ?? {}, after ?? {}]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort()
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No details</Trans>
      </Text>
    )
  }
  return (
    <dl className={classes.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{fieldName(name)}</dt>
          <dd>
            <Change
              field={name}
              names={nameOf}
              before={was[name]}
              after={is[name]}
              added={!(name in was)}
              removed={!(name in is)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ChangeProps = {
  field: string
  names: Entry['names']
  before: unknown
  after: unknown
  added: boolean
  removed: boolean
}

function Change({ field, names, before, after, added, removed }: ChangeProps) {
  const [was, is] = [valueName(before, field, names), valueName(after, field, names)]
  if (added) return <ins>{is}</ins>
  if (removed) return <del>{was}</del>
  return (
    <Trans>
      <del>{was}</del>
      <span className="visually-hidden"> changed to </span>
      <span aria-hidden="true"> → </span>
      <ins>{is}</ins>
    </Trans>
  )
}
