import { expect, test } from 'vitest'

import { here, timeZones } from './time-zones'

test('the zone of a device in India is called as everywhere else, not by the name of before', () => {
  expect(here()).toBe('Asia/Kolkata') // vite.config.ts sets it
  const zones = timeZones('Asia/Kolkata')
  expect(zones.filter((zone) => zone === 'Asia/Kolkata')).toHaveLength(1)
  expect(zones).not.toContain('Asia/Calcutta')
})
