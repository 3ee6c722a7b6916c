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

/** docs/trunks/ has an example of each, with both sides' configuration. */
export const trunkPresets: Readonly<Record<PresetName, TrunkPreset>> = {
  asterisk: {
    register: true,
    // The usual expiry of a dynamic AOR is between 60 and 7200 s.
    registerSeconds: 300,
    // Extensions of a dialplan are digits, such as _7XXXXXXXXXX.
    calledFormat: 'E164',
    callerFormat: 'E164',
    incomingFormat: 'E164',
    // chan_pjsip finds the endpoint by the user of From, so the shown number goes elsewhere.
    callerPlaces: ['pai'],
    // The operator's own PBX may be given the caller's identity (RFC 3325 5).
    trustDomain: true,
    // Dial(PJSIP/NUMBER@ENDPOINT) writes the number into the Request-URI, also of a registered contact.
    calledPlace: 'request-uri',
  },
  freeswitch: {
    register: true,
    registerSeconds: 300,
    calledFormat: 'E164',
    callerFormat: 'E164',
    incomingFormat: 'E164',
    // The directory user is found by the digest user name, so From is free for the shown number.
    callerPlaces: ['from'],
    calledPlace: 'request-uri',
  },
  kamailio: {
    register: true,
    registerSeconds: 300,
    callerPlaces: ['from'],
    // lookup("location") replaces the Request-URI by our contact; To keeps the number that was dialled.
    calledPlace: 'to',
  },
  'generic-registration': {
    register: true,
    registerSeconds: 300,
    calledFormat: 'E164',
    callerFormat: 'E164',
    incomingFormat: 'E164',
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
