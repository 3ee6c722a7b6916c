import type { TrunkSettings } from '../../storage/queries/trunks.ts'

/** The initial settings of a new trunk besides the defaults, by the kind of system at the other end. */
export type TrunkPreset = Partial<Omit<TrunkSettings, 'host'>>

export const presetNames = [
  'asterisk',
  'freeswitch',
  'kamailio',
  'generic-registration',
  'generic-ip',
] as const
export type PresetName = (typeof presetNames)[number]

const registering = { register: true, registerSeconds: 300 }
/** Numbers are digits, such as _7XXXXXXXXXX of a dialplan. */
const digits = { calledFormat: 'E164', callerFormat: 'E164', incomingFormat: 'E164' } as const

/** docs/trunks/ has an example of each, with both sides' configuration. */
export const trunkPresets: Readonly<Record<PresetName, TrunkPreset>> = {
  asterisk: {
    // The usual expiry of a dynamic AOR is between 60 and 7200 s.
    ...registering,
    ...digits,
    // chan_pjsip finds the endpoint by the user of From, so the caller number goes elsewhere.
    callerPlaces: ['pai'],
    // The operator's own PBX may be given the caller's identity (RFC 3325 5).
    trustDomain: true,
    // Dial(PJSIP/NUMBER@ENDPOINT) writes the number into the Request-URI, also of a registered contact.
    calledPlace: 'request-uri',
  },
  freeswitch: {
    ...registering,
    ...digits,
    // The directory user is found by the digest user name, so From is free for the caller number.
    callerPlaces: ['from'],
    calledPlace: 'request-uri',
  },
  kamailio: {
    ...registering,
    callerPlaces: ['from'],
    // lookup("location") replaces the Request-URI by our contact; To keeps the number that was dialled.
    calledPlace: 'to',
  },
  'generic-registration': {
    ...registering,
    ...digits,
    // Such carriers find the customer as often by the user of From as by the digest.
    callerPlaces: ['ppi'],
    calledPlace: 'to',
  },
  'generic-ip': {
    register: false,
    // The carrier knows us by our address; each of the two places is read by some carriers.
    callerPlaces: ['from', 'pai'],
    // A carrier that knows us by our address trusts our statement of the caller.
    trustDomain: true,
    calledPlace: 'request-uri',
  },
}
