import { queryOptions } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { leadKeys } from './keys'

/** What all forms send of their sender. */
export type SenderBody = Pick<
  Schema<'NewContact'>,
  | 'full_name'
  | 'email'
  | 'phone_number'
  | 'country_code'
  | 'wants_offers'
  | 'form_id'
  | 'website'
  | 'email_code'
  | 'origin'
>

/** A form that the server opens: it can be sent for 2 hours, once. */
export const formQuery = queryOptions({
  queryKey: leadKeys.form,
  queryFn: () => one(api.GET('/contacts/form')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const sendMessage = (body: SenderBody & { message: string }) => one(api.POST('/contacts', { body }))

export const askAboutCourse = (body: SenderBody & { course_id: string; preferred_start: string; message: string }) =>
  one(api.POST('/enroll-form', { body }))

export const requestBrochure = (body: SenderBody & { course_id: string }) => one(api.POST('/brochures', { body }))

export const askForTraining = (body: Schema<'TrainingInquiry'>) => one(api.POST('/corporate-training', { body }))
