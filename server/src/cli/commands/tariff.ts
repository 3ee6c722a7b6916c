import { roubles, roublesText } from '../../books/money.ts'
import type { TariffRecord } from '../../books/tariff.ts'
import { setAccountTariff } from '../../operations/accounts.ts'
import { OperationRefused } from '../../operations/operation-refused.ts'
import { changeTariff } from '../../operations/tariffs.ts'
import { table } from '../columns.ts'
import { defineCommand, many, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findAccount } from '../finding.ts'
import { accountName, destination, oneOf, price, tariffCode, text, yesOrNo } from '../readings.ts'
import { yesText } from '../wording.ts'

const list = defineCommand({
  words: 'tariff list',
  summary: 'Show tariffs with their prices',
  operands: {},
  options: {},
  async run({ open }) {
    const tariffs = await (await open()).store.tariffs()
    return { json: tariffs.map(tariffJson), text: tariffTable(tariffs) }
  },
})

const set = defineCommand({
  words: 'tariff set',
  summary: 'Create a tariff, or change it and its prices, in one step',
  operands: { code: operand('CODE', tariffCode) },
  options: {
    name: one('TEXT', 'its name (required for a new one)', text()),
    'charges-failed': one('YES|NO', 'failed attempts are charged too', yesOrNo),
    'charges-suspects': one(
      'YES|NO',
      'voice calls without a sign that a person heard them are charged too',
      yesOrNo,
    ),
    'charge-on': one(
      'WHEN',
      'steps of /v2 are charged when they were delivered, or when the call is approved',
      oneOf('delivered', 'approved'),
    ),
    'own-codes': one(
      'HOW',
      'with --charge-on approved, steps with a code of the integrator are charged when delivered, or refused',
      oneOf('charged', 'refused'),
    ),
    price: many('MODE[:DIGITS]=ROUBLES', 'the longest prefix of a number decides', price),
    'no-price': many('MODE[:DIGITS]', 'remove a price; calls without a price are refused', destination),
  },
  async run({ operands: { code }, options, open }) {
    const { name, 'charges-failed': chargesFailed, 'charges-suspects': chargesSuspects } = options
    const change = {
      code,
      ...(name === undefined ? {} : { name }),
      ...(chargesFailed === undefined ? {} : { chargesFailed }),
      ...(chargesSuspects === undefined ? {} : { chargesSuspects }),
      ...(options['charge-on'] === undefined
        ? {}
        : { chargesOnApproval: options['charge-on'] === 'approved' }),
      ...(options['own-codes'] === undefined ? {} : { refusesOwnCodes: options['own-codes'] === 'refused' }),
      prices: options.price,
      withoutPrices: options['no-price'],
    }
    const after = await changeTariff(await open(), change).catch((error: unknown) => {
      if (!(error instanceof OperationRefused) || error.reason !== 'tariff-name-missing') throw error
      throw new UsageError(
        `tariff set: --name is missing: expected ${text().expected}, because "${code}" is new`,
      )
    })
    return { json: tariffJson(after), text: tariffTable([after]) }
  },
})

const assign = defineCommand({
  words: 'tariff assign',
  summary: 'Put an account on a tariff',
  operands: { code: operand('CODE', tariffCode), account: operand('ACCOUNT', accountName) },
  options: {},
  async run({ operands: { code, account: name }, open }) {
    const context = await open()
    const account = await findAccount(context, name)
    const previous = await setAccountTariff(context, { accountId: account.id, tariff: code })
    const before = code === previous ? 'it was before' : `it was on ${previous}`
    return {
      json: { account_id: account.id, tariff: code, previous_tariff: previous },
      text: `Account ${account.id} (${account.email}) is on tariff ${code}; ${before}.`,
    }
  },
})

export const tariffCommands = [list, set, assign]

function tariffTable(tariffs: readonly TariffRecord[]): string {
  const rows = tariffs.flatMap(({ prices, ...tariff }) =>
    (prices.length === 0 ? [{ mode: '-', prefix: '', priceUnits: 0 }] : prices).map((each) => [
      tariff.code,
      tariff.name,
      yesText(tariff.chargesFailed),
      yesText(tariff.chargesSuspects),
      chargeOn(tariff),
      tariff.chargesOnApproval ? ownCodes(tariff) : '-',
      each.mode,
      each.prefix === '' ? 'everywhere' : each.prefix,
      each.mode === '-' ? '-' : roublesText(each.priceUnits),
    ]),
  )
  const charges = ['CHARGES FAILED', 'CHARGES SUSPECTS', 'CHARGE ON', 'OWN CODES']
  return table(['CODE', 'NAME', ...charges, 'MODE', 'DESTINATION', 'ROUBLES'], rows, 'There is no tariff')
}

const chargeOn = ({ chargesOnApproval }: Pick<TariffRecord, 'chargesOnApproval'>) =>
  chargesOnApproval ? 'approved' : 'delivered'
const ownCodes = ({ refusesOwnCodes }: Pick<TariffRecord, 'refusesOwnCodes'>) =>
  refusesOwnCodes ? 'refused' : 'charged'

function tariffJson(tariff: TariffRecord) {
  return {
    code: tariff.code,
    name: tariff.name,
    charges_failed: tariff.chargesFailed,
    charges_suspects: tariff.chargesSuspects,
    charge_on: chargeOn(tariff),
    own_codes: ownCodes(tariff),
    prices: tariff.prices.map(({ mode, prefix, priceUnits }) => ({
      mode,
      prefix,
      price: roubles(priceUnits),
    })),
  }
}
