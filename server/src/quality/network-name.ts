import written from '../../assets/numbering/other-names.json' with { type: 'json' }
import { networkByName } from '../numbering/russian-networks.ts'

/**
 * Other names of Russian networks, from the registry of August 2026, the table of networks of June 2026, and answers
 * of look-up services. The right side is a brand of `networks.json`.
 */
const otherNames = new Map(Object.entries(written))

/** Legal forms in front of a name or behind it, in Russian and in English. */
const legalForms =
  /^(?:государственное унитарное предприятие|публичное акционерное общество|акционерное общество|общество с ограниченной ответственностью|пао|оао|зао|нао|ао|ооо|гуп|фгуп|муп|pjsc|ojsc|cjsc|jsc|llc|ooo|pao|oao|zao|ao)\s+|\s+(?:pjsc|ojsc|cjsc|jsc|llc|ltd|inc)\.?$/g

/** Names that were seen, with their result: an installation sees some hundreds, and every call asks. */
const seen = new Map<string, string>()
const maxSeen = 5_000

/**
 * One name for each network: the registry, the porting database and look-up services spell the same network in
 * different ways. `portedTo` is the network that the number moved to, "" when it did not. "" when nothing is known.
 */
export function networkName(country: string, registryName: string, portedTo = ''): string {
  const name = portedTo === '' ? registryName : portedTo
  // Abroad there is one source of names, and a brand there is another company than the same brand in Russia.
  if (country !== 'RU') return name.trim()
  const known = seen.get(name)
  if (known !== undefined) return known
  const found = russianName(name)
  if (seen.size < maxSeen) seen.set(name, found)
  return found
}

function russianName(name: string): string {
  const plain = plainName(name)
  const other = otherNames.get(plain)
  if (other !== undefined) return other
  const known = networkByName(name.trim()) ?? networkByName(plain) ?? byPlainCompany(plain)
  // A name that nobody knows: the registry writes it in capitals or not, so the case must not make two of one.
  return (
    known?.brand ??
    plain.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
  )
}

/** Companies of the table whose registry spelling differs in case, quotes or legal form alone. */
function byPlainCompany(plain: string) {
  for (const form of ['ПАО', 'АО', 'ООО', 'ГУП']) {
    const found = networkByName(`${form} "${plain}"`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Lower case, without quotes and legal form. */
function plainName(name: string): string {
  const bare = name
    .toLowerCase()
    .replace(/\(инн \d+\)/, ' ')
    .replace(/["'«»“”„]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return bare.replace(legalForms, '').trim()
}
