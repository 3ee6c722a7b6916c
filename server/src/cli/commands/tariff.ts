import { setAccountTariff } from '../../operations/accounts.ts'
import { saveTariff, tariffView } from '../../operations/tariffs.ts'
import { table } from '../columns.ts'
import { defineCommand } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { destination, oneOf, price } from '../readings.ts'
import { moneyText, yesText } from '../wording.ts'

type TariffView = ReturnType<typeof tariffView>

const list = defineCommand({
  words: 'tariff list',
  summary: 'Show tariffs with their prices',
  async run({ open }) {
    const tariffs = (await (await open()).store.tariffs()).map(tariffView)
    return { json: tariffs.map(tariffJson), text: tariffTable(tariffs) }
  },
})

const set = operationCommand(
  saveTariff,
  {
    words: 'tariff set',
    summary: 'Create a tariff, or change it and its prices, in one step',
    operands: { code: 'CODE' },
    fixed: { keepsOthers: true, isNew: false },
    defaults: { prices: [] },
    options: {
      chargesOnApproval: { name: 'charge-on', value: 'WHEN', reading: either('delivered', 'approved') },
      refusesOwnCodes: { name: 'own-codes', value: 'HOW', reading: either('charged', 'refused') },
      prices: { name: 'price', value: 'MODE[:DIGITS]=AMOUNT', reading: price },
      withoutPrices: { name: 'no-price', value: 'MODE[:DIGITS]', reading: destination },
    },
  },
  (after) => ({ json: tariffJson(after), text: tariffTable([after]) }),
)

/** Two words for no and yes. */
function either(no: string, yes: string) {
  const { expected, read } = oneOf(no, yes)
  return { expected, read: (typed: string) => (read(typed) === undefined ? undefined : typed === yes) }
}

const assign = operationCommand(
  setAccountTariff,
  { words: 'tariff assign', operands: { tariff: 'CODE', account: 'ACCOUNT' } },
  async ({ previous }, { account: id, tariff }, { store }) => ({
    json: { account_id: id, tariff, previous_tariff: previous },
    text: `Account ${id} (${(await store.account(id))?.email}) is on tariff ${tariff}; ${
      tariff === previous ? 'it was before' : `it was on ${previous}`
    }.`,
  }),
)

export const tariffCommands = [list, set, assign]

function tariffTable(tariffs: readonly TariffView[]): string {
  const rows = tariffs.flatMap(({ prices, ...tariff }) =>
    (prices.length === 0 ? [{ mode: '-', prefix: '', price: 0 }] : prices).map((each) => [
      tariff.code,
      tariff.name,
      yesText(tariff.chargesFailed),
      yesText(tariff.chargesSuspects),
      chargeOn(tariff),
      tariff.chargesOnApproval ? ownCodes(tariff) : '-',
      each.mode,
      each.prefix === '' ? 'everywhere' : each.prefix,
      each.mode === '-' ? '-' : moneyText(each.price),
    ]),
  )
  const charges = ['CHARGES FAILED', 'CHARGES SUSPECTS', 'CHARGE ON', 'OWN CODES']
  return table(['CODE', 'NAME', ...charges, 'MODE', 'DESTINATION', 'PRICE'], rows, 'There is no tariff')
}

const chargeOn = ({ chargesOnApproval }: Pick<TariffView, 'chargesOnApproval'>) =>
  chargesOnApproval ? 'approved' : 'delivered'
const ownCodes = ({ refusesOwnCodes }: Pick<TariffView, 'refusesOwnCodes'>) =>
  refusesOwnCodes ? 'refused' : 'charged'

function tariffJson(tariff: TariffView) {
  return {
    code: tariff.code,
    name: tariff.name,
    charges_failed: tariff.chargesFailed,
    charges_suspects: tariff.chargesSuspects,
    charge_on: chargeOn(tariff),
    own_codes: ownCodes(tariff),
    prices: tariff.prices,
  }
}
