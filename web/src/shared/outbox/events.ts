// Fired on the window. Apart from the outbox, which pages that only listen need not load.

/** The server has accepted entries from any outbox of this tab. */
export const sentEvent = 'lectern:sent'

/** Entries of an outbox of this tab could not be sent and keep waiting. */
export const unsentEvent = 'lectern:unsent'
