import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'

import type { Scope } from './sessions-api'

const scopes: Record<Scope, MessageDescriptor> = {
  one: msg`This session only`,
  following: msg`This and all later sessions of its series`,
  all: msg`All upcoming sessions of its series`,
}

type Props = { value: Scope; onChange: (scope: Scope) => void }

/** Which sessions of a series a change concerns. */
export function ScopeField({ value, onChange }: Props) {
  return (
    <NativeSelect
      label={t`Applies to`}
      value={value}
      data={(['one', 'following', 'all'] as const).map((scope) => ({ value: scope, label: t(scopes[scope]) }))}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === 'following' || chosen === 'all' ? chosen : 'one')
      }
    />
  )
}
