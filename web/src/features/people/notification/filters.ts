import type { Schema } from '@/api/client'

/** What the list is narrowed to; it stands in the address. */
export type NotificationFilters = { unread?: true; group?: Schema<'Notification'>['group'] }
