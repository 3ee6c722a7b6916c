import type { RecordReason } from '../../books/settlement.ts'
import type { EndReason, SkipReason } from '../../books/verification.ts'
import type { CallReason } from '../../telephony/calls/verdict.ts'
import type { GatewayReason } from '../../webhooks/gateway.ts'

/**
 * The reasons of steps, in words for the documents: assets/reference/ru.json has them in Russian. docs/v2.md has the same
 * tables, and a test compares them.
 */

/** The outcome of a step that was started. */
export const outcomeTexts: Readonly<Record<CallReason | GatewayReason | RecordReason, string>> = {
  rang: 'the phone rang, and the calling number was shown',
  declined: 'the person declined the call: its number was shown, but a voice call spoke no code',
  answered: 'the person answered, and the calling number was shown',
  'answered without ringing':
    'answered before it rang, perhaps by voicemail; the calling number counts as shown',
  spoken: 'the person answered and heard the code to its end',
  'key pressed': 'voice: the person pressed the key that was asked for',
  called: 'inbound: the person called the confirmation number',
  'code typed': 'the right code was typed before the call showed that the person got it',
  'handed over': 'http: the gateway took the code',
  'not delivered': 'http: the gateway says that the code was not delivered',
  'delivery unknown': 'http: the gateway does not know whether the code was delivered',
  'gateway refused': 'http: the gateway answered with an error',
  'gateway unreachable': 'http: the gateway did not answer in time, or its address may not be used',
  'test number': 'the test number that always succeeds; nobody was called',
  'test number, unreachable': 'the test number that always fails; nobody was called',
  'not answered': 'voice: nobody answered, so the code was not spoken',
  'hung up before the code': 'voice: the person hung up before the code was spoken',
  'wrong key': 'voice: the person pressed other digits than those that were asked for',
  'no key pressed': 'voice: the person answered and pressed no key',
  'no audio': 'voice: answered, but no sound came through, or nothing shows that anybody heard the code',
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
  'from not trusted':
    'inbound: a call came, but the network did not confirm its number; the operator can change that for the trunk',
  'number withheld':
    'inbound: a call came from a phone that hides its number; the person can call again with the number shown',
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
  own_code_not_served: 'the tariff does not serve a `code` of the request',
  no_gateway: 'the service has no gateway for this channel, country and length of the code',
  insufficient_funds: 'there is not enough money on the account',
  spend_cap: 'a spend cap is reached',
  expires_first: 'the verification expires before the step may start',
  approved: 'the verification was approved before',
  failed: 'the verification failed before',
  expired: 'the verification expired before',
  canceled: 'the verification was canceled before',
  blocked: 'the phone was blocked before',
}

/** Why a verification has ended, as a sentence for people each. */
export const reasonTexts: Readonly<Record<EndReason, string>> = {
  max_attempts: 'The code was typed wrongly as often as it may be.',
  not_reached: 'No step reached the phone.',
  bad_number: 'The network says that this number does not exist.',
  do_not_call: 'The owner of the number has asked not to be called meanwhile.',
  prefix_paused: 'Unusual traffic has paused this destination for the service.',
  expired: 'The time was over before the right code came.',
  canceled: 'The integrator ended it.',
  not_acknowledged: 'The service failed and may have told nobody of it; no further step was started.',
  phone_blocked: 'Too many wrong codes were typed for this phone in a day.',
  source_blocked:
    'Too many wrong codes for this phone came from the `ip` or `device_id` of the verification in a day.',
}
