import { t } from '@lingui/core/macro'
import { Select, type SelectProps } from '@mantine/core'

import { here, timeZones } from './time-zones'

type Props = Omit<SelectProps, 'onChange' | 'data'> & { onChange: (zone: string) => void }

/** A field for an IANA time zone. */
export function ZoneField({ value = null, onChange, ...rest }: Props) {
  return (
    <Select
      label={t`Time zone`}
      searchable
      allowDeselect={false}
      maxDropdownHeight={260}
      {...rest}
      data={timeZones(value ? String(value) : here())}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}
