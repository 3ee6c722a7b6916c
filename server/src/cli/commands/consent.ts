import { consentCsv } from '../../cabinet/consent-export.ts'
import { maskPhone } from '../../calls/phone-privacy.ts'
import {
  type ConsentProof,
  changeWording,
  consentProofs,
  consentProofsOfPhone,
  maxWordingLength,
} from '../../operations/consent.ts'
import { perform } from '../../operations/perform.ts'
import { consentExported } from '../../operations/recorded.ts'
import { dayMs } from '../../platform/clock.ts'
import { listing } from '../columns.ts'
import { defineCommand, one, operand, type Reading } from '../command.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { readPhone } from '../finding.ts'
import { id, moment, phoneText } from '../readings.ts'

/** A quarter at a time, as in the cabinet. */
const maxDays = 92

const wordingText: Reading<string> = {
  expected: `a text of 1 to ${maxWordingLength} characters`,
  read: (typed) => (typed.trim() !== '' && typed.length <= maxWordingLength ? typed : undefined),
}

const wording = defineCommand({
  words: 'consent wording',
  summary: 'Show what end users of a service agree to, with all versions, or set a new version',
  operands: { service: operand('SERVICE_ID', id) },
  options: { text: one('TEXT', 'the new wording', wordingText) },
  async run({ operands, options, open }) {
    const context = await open()
    if (options.text !== undefined) {
      const wanted = { service: operands.service, wording: options.text }
      const { version, isNew } = await perform(context, changeWording, wanted)
      const text = isNew ? `Version ${version} is in force.` : `Version ${version} has this wording already.`
      return { json: { version, new: isNew }, text }
    }
    return listing(
      await context.store.consentTexts(operands.service),
      'The service has no wording: ringkey consent wording SERVICE_ID --text "…"',
      {
        VERSION: 'version',
        'SINCE (UTC)': 'since',
        WORDING: ({ wording }) => wording.replaceAll('\n', ' '),
      },
    )
  },
})

const exported = defineCommand({
  words: 'consent export',
  summary: 'Write the proofs of consent of a service in a period, or of one number, as CSV',
  options: {
    service: one('SERVICE_ID', 'of this service', id),
    from: one('TIME', 'at or after this day or time (UTC)', moment),
    to: one('TIME', 'before this day or time (UTC)', moment),
    phone: one('NUMBER', 'of this number; - reads it', phoneText),
  },
  async run({ options: { service, from, to, phone }, open, terminal, json }) {
    const context = await open()
    const { store } = context
    let pieces: Iterable<ConsentProof[]> | AsyncIterable<ConsentProof[]>
    if (phone !== undefined) {
      const { e164 } = await readPhone(context, terminal, phone)
      pieces = [await consentProofsOfPhone(store, context.hasher.hash(e164), service ?? null)]
      await perform(context, consentExported, { service: service ?? 0, phoneMask: maskPhone(e164) })
    } else {
      if (service === undefined || from === undefined || to === undefined)
        throw new UsageError('consent export: expected --phone, or --service with --from and --to')
      if (to <= from || to - from > maxDays * dayMs)
        throw new UsageError(`consent export: expected --to after --from, by at most ${maxDays} days`)
      const found = await store.service(service)
      if (found === undefined)
        throw new CommandFailed(`There is no service ${service}: see ringkey service list`)
      pieces = consentProofs(store, { accountId: found.accountId, serviceId: service, from, to })
      await perform(context, consentExported, { service, phoneMask: '' })
    }
    if (json) {
      const all: ConsentProof[] = []
      for await (const proofs of pieces) all.push(...proofs)
      return { json: all, text: '' }
    }
    // The terminal would show the carriage returns of RFC 4180.
    for await (const text of consentCsv(pieces, 'UTC')) terminal.out(String(text).replaceAll('\r\n', '\n'))
    return undefined
  },
})

export const consentCommands = [wording, exported]
