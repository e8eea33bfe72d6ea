import { t } from '@lingui/core/macro'
import { Progress, Text } from '@mantine/core'

import type { Batch } from './api'
import classes from './seats.module.css'

/** How many seats of a batch are taken, with a bar. */
export function Seats({ capacity, enrolled_students: taken }: Pick<Batch, 'capacity' | 'enrolled_students'>) {
  return (
    <div className={classes.seats}>
      <Text size="sm">{t`${taken} of ${capacity} seats`}</Text>
      <Progress
        size="sm"
        value={(100 * taken) / capacity}
        color={taken >= capacity ? 'apricot' : 'evergreen'}
        aria-label={t`Seats taken`}
      />
    </div>
  )
}
