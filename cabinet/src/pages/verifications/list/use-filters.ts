import { useRead } from '../../../api/use-api.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { choicesOf, type Filter } from '../../../parts/filters.tsx'
import { reasonGroups, reasonTexts } from '../../calls/reasons.ts'
import { endReasonTexts } from '../end-reasons.ts'
import { verificationsTexts } from '../texts.ts'

export interface Choices {
  /** Names of networks to choose from. */
  readonly networks: readonly string[]
  /** What operators may choose from besides. */
  readonly trunks?: readonly string[]
  readonly customers?: readonly { readonly id: number; readonly email: string }[]
}

/** The filters of the list. */
export function useListFilters(choices: Choices, account: number | undefined): readonly Filter[] {
  const { networks, trunks, customers = [] } = choices
  const text = useTexts(verificationsTexts)
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const ends = useTexts(endReasonTexts)
  const formats = useFormats()
  const services = useRead('/operator/accounts/:id', { id: account ?? 0 }, { enabled: account !== undefined })
  const unknown = (told: (value: string) => string) => (value: string) =>
    value === '-' ? text.unknown : told(value)
  const network = unknown(formats.network)
  const named = (names: readonly string[], told: (name: string) => string) =>
    names.map((name) => ({ value: name, label: told(name) }))
  const ofConsole: readonly Filter[] = trunks
    ? [
        {
          name: 'account',
          label: text.customer,
          choices: customers.map(({ id, email }) => ({ value: String(id), label: email })),
          told: text.account,
          clears: 'service',
        },
        {
          name: 'service',
          label: text.service,
          choices: (services.data?.services ?? []).map(({ id, name }) => ({
            value: String(id),
            label: `${name} · ${id}`,
          })),
        },
        { name: 'trunk', label: text.trunk, choices: named(trunks, String), told: unknown(String) },
        { name: 'block', label: text.block, told: (block) => `+${block}xxxx` },
      ]
    : []
  return [
    { name: 'state', label: text.state, choices: choicesOf(text.states) },
    { name: 'mode', label: text.mode, choices: choicesOf(words.modes) },
    { name: 'operator', label: text.network, choices: named(networks, network), told: network },
    { name: 'country', label: text.country, told: unknown(formats.country) },
    ...ofConsole,
    {
      name: 'reason',
      label: text.reason,
      choices: Object.entries(text.reasonGroups).flatMap(([group, name]) =>
        Object.entries(group === 'ends' ? ends : reasons)
          .filter(([value]) => group === 'ends' || (reasonGroups[value] === group && !(value in ends)))
          .map(([value, reason]) => ({ group: name, value, label: reason.name })),
      ),
    },
    { name: 'test', label: text.test, choices: choicesOf({ yes: text.onlyTests, no: text.noTests }) },
  ]
}
