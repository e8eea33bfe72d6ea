import { t } from '@lingui/core/macro'

/** The name of somebody whose account may be gone, of whom the server knows none any more. */
export const personName = (name: string) => name || t`Deleted account`
