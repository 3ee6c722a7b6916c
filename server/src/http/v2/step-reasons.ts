import type { SkipReason } from '../../books/phone-verification.ts'
import type { RecordReason } from '../../books/settlement.ts'
import type { CallReason } from '../../telephony/calls/verdict.ts'

/** The reasons of steps, in words for the documents. docs/v2.md has the same tables, and a test compares them. */

/** The outcome of a step that was started. */
export const outcomeTexts: Readonly<Record<CallReason | RecordReason, string>> = {
  rang: 'the phone rang, and the calling number was shown',
  declined: 'the person declined the call, and the calling number was shown',
  answered: 'the person answered, and the calling number was shown',
  'answered without ringing':
    'answered before it rang, perhaps by voicemail; the calling number counts as shown',
  spoken: 'the person answered and heard the code to its end',
  called: 'inbound: the person called the confirmation number',
  'test number': 'the test number that always succeeds; nobody was called',
  'test number, unreachable': 'the test number that always fails; nobody was called',
  'not answered': 'voice: nobody answered, so the code was not spoken',
  'hung up before the code': 'voice: the person hung up before the code was spoken',
  'no audio': 'voice: answered, but no sound came through',
  busy: 'the line was busy, or the call was rejected before it rang',
  unreachable: 'the phone is switched off or out of coverage',
  'bad number': 'the network says that there is no such number; the verification ends',
  'early media only': 'the network played an announcement, and the phone did not ring',
  'no ringing': 'the network took the call, but the phone did not ring in time',
  'no response': 'the carrier did not answer at all',
  'trunk fault': 'the carrier refused the call; the operator has to check the trunk',
  'route fault': 'the route to the phone was broken or overloaded',
  redirected: 'the carrier redirected the call; redirects are not followed',
  'trunk full': 'all lines were busy at that moment',
  'placed too late': 'the call could not be placed in time, so it was not placed',
  stopped: 'the call was hung up before the phone rang: the verification ended, or the service stopped',
  canceled: 'inbound: the verification ended while it waited for the call',
  'caller not believed': 'inbound: a call came, but its number was less trusted than the service demands',
  'no result in time': 'no result came in time; nothing was charged',
  'the service was restarted': 'the service was restarted during the call; nothing was charged',
  unknown: 'the record of the call is gone, so its outcome is not known',
}

/** Why a step was not started. */
export const skipTexts: Readonly<Record<SkipReason, string>> = {
  mode_not_served: 'this mode is not available in the country of the number',
  country_not_allowed: 'the settings of the service do not allow this country',
  number_not_served: 'numbers of this kind are not called: premium-rate, satellite and the like',
  no_route: 'no trunk, caller number or price for this step now',
  max_cost: 'the steps together would cost more than `max_cost`',
  insufficient_funds: 'there is not enough money on the account',
  spend_cap: 'a spending limit is reached',
  expires_first: 'the verification expires before the step may start',
  approved: 'the verification was approved before',
  failed: 'the verification failed before',
  expired: 'the verification expired before',
  canceled: 'the verification was canceled before',
  blocked: 'the phone was blocked before',
}

export const listOf = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([reason, text]) => `\`${reason}\`: ${text}.`)
    .join(' ')
