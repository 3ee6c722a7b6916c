import { create } from './create.ts'
import { feedback } from './feedback.ts'
import type { V2Method } from './method.ts'
import { pastEvents } from './past-events.ts'
import { phones } from './phones.ts'
import { cancel, check, checkPhone, list, next, read, search } from './verifications.ts'

/** The methods of `/v2`. */
export const v2Methods: readonly V2Method[] = [
  create,
  read,
  check,
  checkPhone,
  next,
  cancel,
  list,
  search,
  feedback,
  phones,
  pastEvents,
]
