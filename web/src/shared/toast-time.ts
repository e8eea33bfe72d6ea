/** How long a message is shown, in milliseconds; one with an action twice as long. */
export const shownFor = 6000
