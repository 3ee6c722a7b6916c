import words from '../../assets/fields/service.json' with { type: 'json' }
import { defaultAddressLimits, maxPerAddress } from '../books/address-limits.ts'
import { type Field, lineOf, type Row, withWords } from './field.ts'

export interface ServiceField extends Field {
  /** The option of the command. */
  readonly option: string
  /** `form`: the owner's form; `own`: another part of the owner's pages; `operator`: only the operator may set it. */
  readonly group: 'form' | 'own' | 'operator'
  /** What the form calls the choices. */
  readonly choiceWords?: { readonly [Language in 'en' | 'ru']: Readonly<Record<string, string>> }
}

export const maxWorkflowRules = 100
export const maxSteps = 4

/** Every setting of a service, in the order of its form. */
const rows = {
  allowedCountries: {
    value: {
      kind: 'list',
      default: [],
      pattern: '^[A-Z]{2}$',
      max: 250,
      none: 'any',
      expected: 'ISO country codes such as RU or KZ, or any',
    },
    option: 'allow-countries',
    group: 'form',
  },
  voiceLanguage: {
    value: { kind: 'choice', default: null, choices: ['ru', 'en', 'kk'], none: 'default' },
    option: 'voice-language',
    group: 'form',
  },
  inboundLifetimeSeconds: {
    value: { kind: 'number', default: 60, min: 30, max: 300, unit: 'seconds' },
    option: 'inbound-lifetime',
    group: 'form',
  },
  callerLevel: {
    value: { kind: 'choice', default: 'medium', choices: ['low', 'medium', 'high'] },
    option: 'caller-level',
    group: 'form',
  },
  webhookCaller: { value: { kind: 'yes-no', default: false }, option: 'webhook-caller', group: 'form' },
  testNumbers: {
    value: {
      kind: 'choice',
      default: null,
      choices: ['contract', 'scenarios', 'none'],
      none: 'default',
    },
    option: 'test-numbers',
    group: 'form',
  },
  allowedAddresses: {
    value: {
      kind: 'list',
      default: [],
      pattern: lineOf(1, 50),
      max: 1000,
      none: 'any',
      expected: 'addresses or ranges such as 203.0.113.7 or 203.0.113.0/24, at most 1000, or any',
    },
    option: 'allow-addresses',
    group: 'form',
  },
  httpsOnly: { value: { kind: 'yes-no', default: false }, option: 'https-only', group: 'form' },
  profile: {
    value: { kind: 'choice', default: null, choices: ['standard', 'ucaller'], none: 'default' },
    option: 'profile',
    group: 'form',
  },
  bareTestFailure: { value: { kind: 'yes-no', default: false }, option: 'bare-test-failure', group: 'form' },
  errorStatus: {
    value: { kind: 'choice', default: null, choices: ['mirror', '200'], none: 'default' },
    option: 'error-status',
    group: 'form',
  },
  legacyRepeats: { value: { kind: 'yes-no', default: false }, option: 'legacy-repeats', group: 'operator' },
  workflow: {
    value: {
      kind: 'own',
      default: [],
      expected: `up to ${maxWorkflowRules} rules with match (country, operator, prefix) and one to ${maxSteps} steps (mode, seconds, and channel with the mode http)`,
    },
    option: 'workflow',
    group: 'own',
  },
  addressLimits: {
    value: {
      kind: 'own',
      default: defaultAddressLimits,
      none: 'off',
      expected: `verifications, phones and countries an hour, each from 1 to ${maxPerAddress}, or off`,
    },
    option: 'address-limits',
    group: 'own',
  },
} as const satisfies Readonly<Record<string, Row<ServiceField>>>

export const serviceFields = withWords(rows, words)
