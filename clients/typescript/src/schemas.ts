// biome-ignore-all format: made by "npm run types"
// Made from the schemas of /openapi-v2.json by "npm run types".

export interface Schemas {
  Verification: {
    /** Sorts by time. */
    id: string
    /** Grows with every change of the status or of a step. */
    version: number
    /** Every status but `pending` is final. */
    status: 'pending' | 'approved' | 'failed' | 'expired' | 'canceled' | 'blocked'
    reason: 'max_attempts' | 'not_reached' | 'bad_number' | 'do_not_call' | 'prefix_paused' | 'expired' | 'canceled' | 'not_acknowledged' | 'phone_blocked' | 'source_blocked' | null
    /** A test number: nobody was called, so `approved` shows nothing about any phone. */
    test: boolean
    /** Masked number. */
    phone: string
    /** ISO code of the country. */
    country: string
    /** Operator today; "" when unknown. */
    operator: string
    /** When it was created. RFC 3339, UTC. */
    created_at: string
    /** When it expires. RFC 3339, UTC. */
    expires_at: string
    /** Codes that may still be tried. */
    attempts_left: number
    /** Of every price: that of the installation (ISO 4217). */
    currency: string
    /** The calls, in their order: made, skipped or planned. */
    steps: Schemas['Step'][]
    /** What to tell the person who waits for the call. */
    hint: {
      /** Digits of the code. */
      code_length: number
      caller: string | null
      /** What the person has to press in the newest step; show it. */
      key?: string
    }
    inbound: Schemas['InboundNumber'] | null
    /** What was passed as `client`. */
    client: string
    /** What was passed as `metadata`. */
    metadata: { [name: string]: string }
    /** The credential of this verification for a browser; only in the 201, when the request asked for it. */
    client_token?: string
  }
  Step: Schemas['PlannedStep'] | Schemas['SkippedStep'] | Schemas['StartedStep']
  PlannedStep: {
    /** How the step confirms the phone. */
    mode: 'flash' | 'voice' | 'mix' | 'inbound' | 'http'
    /** The channel of the gateway; only with the mode `http`. */
    channel?: string
    /** The call confirms by itself, by the key of `hint`. */
    confirm?: 'key'
    status: 'planned'
    /** When it is due; only of the next one, when that is known. RFC 3339, UTC. */
    starts_at?: string
  }
  SkippedStep: {
    /** How the step confirms the phone. */
    mode: 'flash' | 'voice' | 'mix' | 'inbound' | 'http'
    /** The channel of the gateway; only with the mode `http`. */
    channel?: string
    /** The call confirms by itself, by the key of `hint`. */
    confirm?: 'key'
    status: 'skipped'
    /** Skipped: why it was not started. `country_not_allowed`: the settings of the service do not allow this country. `number_not_served`: numbers of this kind are not called: premium-rate, satellite and the like, or the operator has blocked the destination. `no_route`: no trunk, caller number or price for this step now. `max_cost`: the steps together would cost more than `max_cost`. `own_code_not_served`: the tariff does not serve a `code` of the request. `no_gateway`: the service has no gateway for this channel, country and length of the code. `insufficient_funds`: there is not enough money on the account. `spend_cap`: a spend cap is reached. `expires_first`: the verification expires before the step may start. `approved`: the verification was approved before. `failed`: the verification failed before. `expired`: the verification expired before. `canceled`: the verification was canceled before. `blocked`: the phone was blocked before. */
    reason: 'country_not_allowed' | 'number_not_served' | 'no_route' | 'max_cost' | 'own_code_not_served' | 'no_gateway' | 'insufficient_funds' | 'spend_cap' | 'expires_first' | 'approved' | 'failed' | 'expired' | 'canceled' | 'blocked'
  }
  StartedStep: {
    /** How the step confirms the phone. */
    mode: 'flash' | 'voice' | 'mix' | 'inbound' | 'http'
    /** The channel of the gateway; only with the mode `http`. */
    channel?: string
    /** The call confirms by itself, by the key of `hint`. */
    confirm?: 'key'
    /** How far the step is. */
    status: 'started' | 'delivered' | 'undelivered'
    reason: 'rang' | 'declined' | 'answered' | 'answered without ringing' | 'spoken' | 'key pressed' | 'called' | 'code typed' | 'handed over' | 'not delivered' | 'delivery unknown' | 'gateway refused' | 'gateway unreachable' | 'test number' | 'test number, unreachable' | 'not answered' | 'hung up before the code' | 'wrong key' | 'no key pressed' | 'no audio' | 'machine_answered' | 'busy' | 'unreachable' | 'bad number' | 'blocked_by_network' | 'unwanted' | 'early media only' | 'no ringing' | 'no response' | 'trunk fault' | 'route fault' | 'redirected' | 'trunk full' | 'placed too late' | 'stopped' | 'canceled' | 'caller not believed' | 'from not trusted' | 'number withheld' | 'no result in time' | 'the service was restarted' | 'unknown' | null
    /** The call, for `getInfo`. */
    vendor_id: number
    /** When the call was admitted. RFC 3339, UTC. */
    started_at: string
    ended_at: string | null
    price: string | null
    /** What was spoken, or written by a gateway; not with flash and inbound. */
    language?: string
    gateway_price?: string | null
  }
  /** The call that the person has to make; null unless one is waited for. */
  InboundNumber: {
    /** The number to call. */
    number: string
    /** The same as a link. */
    uri: string
    /** The same in groups, to show to the person. */
    pretty: string
    /** Until when the call is waited for. RFC 3339, UTC. */
    expires_at: string
    /** The link as a QR code: the text of an SVG image. Only when asked for by `qr`. */
    qr?: string
  }
  VerificationList: {
    /** Newest first. */
    verifications: Schemas['Verification'][]
    next_cursor: string | null
  }
  CheckResult: {
    /** The code is right. */
    valid: boolean
    /** Every status but `pending` is final. */
    status: 'pending' | 'approved' | 'failed' | 'expired' | 'canceled' | 'blocked'
    /** A test number: nobody was called, so `approved` shows nothing about any phone. */
    test: boolean
    /** Codes that may still be tried. */
    attempts_left: number
    /** Grows with every change of the status or of a step. */
    version: number
  }
  FeedbackResult: {
    /** Which call. */
    vendor_id: number
    /** What was passed. */
    approved: boolean
    /** False for test numbers. */
    counted: boolean
  }
  PhoneFactsList: {
    /** In the order of the request. */
    phones: Schemas['PhoneFacts'][]
    /** Of every price: that of the installation (ISO 4217). */
    currency: string
  }
  PhoneFacts: {
    /** What was passed. */
    source: string
    /** The number is valid; only valid numbers are charged. */
    valid?: boolean
    /** Why it was not looked up. */
    code?: string
    /** E.164 with a plus. */
    phone?: string
    country?: string | null
    /** A mobile number. */
    mobile?: boolean
    /** `ordinary`, or why it is not called. */
    class?: string
    operator?: string | null
    company?: string | null
    /** The number was ported to another operator. */
    ported?: boolean
    region?: string | null
    city?: string | null
    /** As it is written in its country. */
    national_format?: string
    /** What the look-up cost. In `currency`. */
    price?: string
  }
  PastEventList: {
    /** Oldest first. */
    events: Schemas['PastEvent'][]
    /** For `after` of the next request; after `from=now` it is `now` until the record has begun. */
    next_cursor: string
  }
  PastEvent: {
    /** The `webhook-id` of the event. */
    id: string
    /** What happened. */
    type: string
    /** When it happened. RFC 3339, UTC. */
    timestamp: string
    /** As it is sent to an endpoint. */
    data: { [name: string]: unknown }
  }
  Problem: {
    /** A page about this problem. */
    type: string
    /** What is wrong, for people. */
    title: string
    /** The HTTP status. */
    status: number
    /** What happened and what helps. */
    detail: string
    /** What is wrong, for programs. */
    code: string
    /** The members that are wrong; only with `invalid_request`. */
    errors?: {
      /** Which member (RFC 6901). */
      pointer: string
      /** What is expected there. */
      expected: string
    }[]
    /** How it ended; only with `verification_ended`. */
    verification_status?: string
    verification_reason?: string | null
    /** It was of a test number; only with `verification_ended`. */
    test?: boolean
    /** To report; only with `internal_error`. */
    request_id?: string
  }
  NewVerification: {
    /** The number of the person. With `normalize` as people write it, else digits alone. Expected: digits with the country code and an optional plus, such as "+79161234567". */
    phone: string
    /** To read `phone` as people write it, such as `8 (916) 123-45-67`. Expected: true or false. By default false. */
    normalize?: boolean
    /** What is tried, in this order; the workflow of the service decides when it is left out. Expected: one to 4 steps such as {"mode": "flash", "seconds": 20}. */
    steps?: Schemas['NewStep'][]
    /** Your own code, used in every step; drawn by the service when it is left out. Expected: a string of 4 to 10 digits, not all zeros. */
    code?: string
    /** One drawn code for all steps but flash and mix, whose calling number shows it, and for gateways under a tariff that charges on approval. It is kept encrypted until the verification has ended. Expected: true or false. By default false. */
    reuse_code?: boolean
    /** Digits of the code. Flash and mix serve no other length than 4. Expected: a whole number from 4 to 10. By default 4. */
    code_length?: number
    /** What voice speaks; `language` of a step says which voice was found for it. Expected: a language tag (BCP 47) such as "de" or "pt-BR". */
    language?: string
    /** Seconds until the verification expires. Expected: a whole number from 60 to 1800. By default 300. */
    expires_in?: number
    /** Codes that may be tried. Expected: a whole number from 1 to 5. By default 3. */
    attempts?: number
    /** Your words about the user, to find the verification by. Expected: at most 64 characters. */
    client?: string
    /** When the service has a pending verification of this phone with the same non-empty `client` or `device_id`: `return` answers 200 with that one instead of a new one. Expected: "new" or "return". By default "new". */
    on_pending?: 'new' | 'return'
    /** Your own words, given back in every answer. Expected: an object with string values, at most 1024 bytes of JSON. */
    metadata?: { [name: string]: string }
    /** The address of the end user. Expected: an IP address. */
    ip?: string
    /** Your id of the device of the end user. A keyed hash of it is stored; the limits of `ip` hold for it too. Expected: 1 to 128 characters. */
    device_id?: string
    /** You know this end user: the limits per `ip` and `device_id` do not hold. Caps and the bounds on wrong codes do. Expected: true or false. By default false. */
    trusted?: boolean
    /** That the person agreed to be called. */
    consent?: {
      /** When the person agreed; not in the future. Expected: an RFC 3339 time such as "2026-01-15T12:00:00Z". */
      at: string
      /** From where the person agreed. Expected: an IP address. */
      ip?: string
      /** What the person agreed to. Expected: at most 2000 characters. */
      text?: string
    }
    /** What all steps together may cost, in the currency of the installation; "0" means that nothing may be charged. Expected: a decimal string such as "2.50". */
    max_cost?: string
    /** Whether the 201 has a `client_token`, with which the browser of the person reads and continues this verification. Expected: true or false. By default false. */
    client_token?: boolean
    /** Seconds that an inbound step waits for the call. Expected: a whole number from 30 to 300. By default 120. */
    inbound_expires_in?: number
    /** To get the link of an inbound step as a QR code too, in `inbound.qr`: for a person who reads the page on another device. Expected: "svg". */
    qr?: 'svg'
  }
  NewStep: {
    /** How the step confirms the phone. Expected: "flash", "voice", "mix", "inbound", "http". */
    mode: 'flash' | 'voice' | 'mix' | 'inbound' | 'http'
    /** How long a delivered step waits for the code before the next one starts. Expected: a whole number from 5 to 120. By default 20. */
    seconds?: number
    /** With the mode `http`: which gateway of the service gets the code. Expected: the channel of a gateway, such as "sms". */
    channel?: string
    /** With the mode `voice`: the robot asks the person to press the digits of `hint.key`, and the call confirms by itself. Expected: "key". */
    confirm?: 'key'
  }
  VerificationEvent: {
    type: 'verification.step_started' | 'verification.step_delivered' | 'verification.step_undelivered' | 'verification.approved' | 'verification.failed' | 'verification.expired' | 'verification.canceled' | 'verification.blocked' | 'verification.settled'
    /** When it happened. RFC 3339, UTC. */
    timestamp: string
    data: Schemas['Verification']
  }
  CallEndedEvent: {
    type: 'call.ended'
    /** When it happened. RFC 3339, UTC. */
    timestamp: string
    data: {
      /** Identifier of the verification. */
      vendor_id: number
      /** When the verification began. Unix seconds. */
      init_time: number
      /** -1 checking, 0 failed, 1 completed. */
      call_status: -1 | 0 | 1
      /** Deprecated: this is a free repeat. */
      is_repeated: boolean
      /** Deprecated: the first of the repeats. */
      first_vendor_id?: number
      /** Deprecated: free repeats are left. */
      repeatable: boolean
      /** Deprecated: how many are left. */
      repeat_times?: number
      /** Deprecated: repeats so far. */
      repeated_vendor_ids?: number[]
      /** What was passed as `unique`. */
      unique?: string
      /** What was passed as `client`. */
      client: string
      /** Masked number. */
      phone: string
      /** ISO code of the country. */
      country_code: string
      /** What is known about the number; empty when nothing is. */
      phone_info: {
        /** Operator by the numbering registry. */
        operator: string
        /** Region by the numbering registry. */
        region: string
        /** Operator after porting; "" when not ported. */
        mnp: string
      }[]
      /** Price held or charged; 0 when it was released. In the currency of the installation, with two to four decimals. */
      cost: number
    }
  }
  BalanceLowEvent: {
    type: 'balance.low'
    /** When it happened. RFC 3339, UTC. */
    timestamp: string
    data: {
      /** The account. */
      account_id: number
      /** What is left, held money included. In `currency`. */
      balance: string
      /** The threshold. In `currency`. */
      threshold: string
      /** Of every price: that of the installation (ISO 4217). */
      currency: string
    }
  }
  PrefixPausedEvent: {
    type: 'prefix.paused'
    /** When it happened. RFC 3339, UTC. */
    timestamp: string
    data: {
      /** The service. */
      service_id: number
      /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
      prefix: string
      /** `conversion`: many more verifications than usual, of which far fewer were approved. Otherwise many calls to a new or known destination. */
      reason: 'new-country' | 'new-prefix' | 'burst' | 'conversion'
      /** Calls in the hour of the pause; for `conversion` delivered verifications in two hours. */
      calls: number
      /** The most that was usual before. */
      expected: number
      /** When it was paused. RFC 3339, UTC. */
      paused_at: string
    }
  }
  StepDeliverEvent: {
    type: 'step.deliver'
    /** When it happened. RFC 3339, UTC. */
    timestamp: string
    data: {
      /** The id of the verification. */
      verification: string
      /** As the step names it. */
      channel: string
      /** The number of the person, with a plus. */
      phone: string
      /** The code, 4 to 10 digits. */
      code: string
      /** Of the text. */
      language: 'ru' | 'en' | 'kk' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'tr'
      /** A sentence with the code, ready to be sent. */
      text: string
      /** When the verification expires. RFC 3339, UTC. */
      expires_at: string
    }
  }
  EndpointTestEvent: {
    type: 'endpoint.test'
    /** When it happened. RFC 3339, UTC. */
    timestamp: string
    data: {
      /** The endpoint. */
      endpoint_id: number
      /** The service. */
      service_id: number
      /** The description of the endpoint. */
      description: string
    }
  }
  ProblemCode: 'account_blocked' | 'account_unconfirmed' | 'address_blocked' | 'address_not_allowed' | 'body_too_large' | 'call_not_found' | 'channels_in_use' | 'country_not_allowed' | 'device_country_limit' | 'device_phone_limit' | 'device_verification_limit' | 'do_not_call' | 'feedback_for_step' | 'feedback_too_late' | 'hook_credential' | 'idempotency_key_erased' | 'idempotency_key_reused' | 'insufficient_funds' | 'internal_error' | 'invalid_request' | 'ip_country_limit' | 'ip_phone_limit' | 'ip_verification_limit' | 'key_not_allowed' | 'max_cost' | 'no_gateway' | 'no_price' | 'no_route' | 'no_step_left' | 'not_a_number' | 'nothing_to_check' | 'number_limit' | 'number_not_served' | 'number_rests' | 'overloaded' | 'own_code_not_served' | 'phone_blocked' | 'prefix_paused' | 'rate_limited' | 'service_archived' | 'service_off' | 'source_blocked' | 'spend_cap' | 'step_in_progress' | 'test_limit' | 'unauthorized' | 'unavailable' | 'unreadable_body' | 'unreadable_request' | 'verification_ended' | 'verification_not_found' | 'waiting_limit'
}
