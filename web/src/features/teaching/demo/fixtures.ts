import { reply } from '@/testing/server'
import type { DemoBooking } from './api'
import { dayOf } from './zoned'

export const today = dayOf(new Date(), 'UTC')
export const slot = `${today}T12:00:00Z`

export const booking: DemoBooking = {
  id: 'd1',
  userId: null,
  email: 'ann@lectern.test',
  fullName: 'Ann',
  phoneNumber: '',
  timeSlot: slot,
  endTime: `${today}T13:00:00Z`,
  timezone: 'UTC',
  instructorId: 'i1',
  instructor: { id: 'i1', fullName: 'Tomás Rivera' },
  demoType: 'course_demo',
  source: 'website',
  courseInterest: '',
  experienceLevel: '',
  requirements: '',
  notes: '',
  status: 'confirmed',
  lateCancellation: false,
  reschedules: 0,
  cancellationReason: '',
  completionNotes: '',
  rating: 0,
  feedback: '',
  noShowSide: '',
  sequence: 0,
  canReschedule: true,
  canCancel: true,
  outcomeMissing: false,
  convertedAt: null,
  createdAt: slot,
  updatedAt: slot,
  decidedAt: null,
}

/** Offers one free time, today at noon. */
export function offer() {
  return reply('get', '/demo-booking/available-slots', {
    date: today,
    timezone: 'UTC',
    slots: [
      {
        datetime: slot,
        time: '12:00',
        display_time: '12:00 PM',
        endTime: slot,
        available: true,
        instructors: 1,
        held: false,
      },
    ],
    days: [{ date: today, free: 1 }],
    holdId: 'form',
    now: slot,
  })
}
