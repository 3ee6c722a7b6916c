import { isDeepStrictEqual } from 'node:util'
import type { TObject } from 'typebox'
import type { FullContext } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { isRefused } from '../storage/operation-refused.ts'
import type { Change, Found, Noun, Values } from './noun.ts'
import { InstallationFault, type Path, type Section, type Wanted } from './wanted.ts'

/** What is different between what is wanted and what is stored. */
export interface Difference {
  readonly noun: Noun
  readonly path: Path
  readonly what: 'add' | 'change' | 'replace' | 'remove' | 'stays'
  /** Of a change: each member with what it is and what it becomes; null of a secret. */
  readonly members?: Readonly<Record<string, readonly [from: unknown, to: unknown] | null>>
}

export interface Reconciling {
  readonly context: FullContext
  /** Removes what is not wanted, of the sections that are. */
  readonly prune: boolean
  /** Says what would change, and changes nothing. */
  readonly isDry: boolean
  /** Keeps what is shown once, before it is stored. */
  keep(path: Path, shown: Values): Promise<void>
}

/** Makes the installation as it is wanted, one operation after another. It may be interrupted and run again. */
export async function reconcile(sections: readonly Section[], doing: Reconciling): Promise<Difference[]> {
  const differences: Difference[] = []
  const removals: (() => Promise<unknown>)[] = []
  for (const section of sections) await reconcileSection(section, undefined, doing, differences, removals)
  // What others need is removed last.
  if (!doing.isDry) for (const remove of removals.reverse()) await remove()
  return differences
}

async function reconcileSection(
  { noun, path, things }: Section,
  parent: Found | undefined,
  doing: Reconciling,
  differences: Difference[],
  removals: (() => Promise<unknown>)[],
): Promise<void> {
  // A parent that would be new has nothing yet.
  const found = parent?.id === '' ? [] : await noun.list(doing.context, parent)
  const byName = new Map(found.map((each) => [each.name, each]))
  for (const wanted of things) {
    const before = byName.get(wanted.name)
    if (before === undefined && noun.isOver?.(doing.context, wanted.value)) continue
    const { difference, value } = differenceOf(wanted, before)
    if (difference !== undefined) differences.push(difference)
    let after = before
    if (difference !== undefined && !doing.isDry) {
      const change = changeOf(doing, wanted, parent, before)
      const isReplaced = difference.what === 'replace'
      if (isReplaced) await at(wanted.path, () => noun.remove!({ ...change, before: before! }))
      const id = await at(wanted.path, () =>
        noun.put(isReplaced ? { ...change, before: undefined } : change, value),
      )
      const accountId = before?.accountId ?? parent?.accountId ?? Number(id)
      after = { accountId, value: {}, ...before, name: wanted.name, id: id ?? '' }
    }
    const owner = after ?? { name: wanted.name, id: '', value: {} }
    for (const section of wanted.below) await reconcileSection(section, owner, doing, differences, removals)
  }
  if (!doing.prune) return
  const wantedNames = new Set(things.map(({ name }) => name))
  for (const before of found.filter(({ name }) => !wantedNames.has(name))) {
    const own = [...path, before.name]
    differences.push({ noun, path: own, what: noun.remove === undefined ? 'stays' : 'remove' })
    const change = changeOf(doing, { noun, name: before.name, path: own }, parent, before)
    if (noun.remove !== undefined) removals.push(() => at(own, () => noun.remove!({ ...change, before })))
  }
}

/** What is missing of the wanted, and the value to put. */
export function differenceOf(
  { noun, path, value, missing }: Pick<Wanted, 'noun' | 'path' | 'value' | 'missing'>,
  before: Found | undefined,
): { readonly difference?: Difference; readonly value: Values } {
  const isStored = (secret: string) =>
    before !== undefined && (noun.hidesSecrets || before.has?.includes(secret))
  const lost = missing.find((secret) => !isStored(secret))
  if (lost !== undefined)
    throw new InstallationFault([...path, lost], 'expected a secret at this place: there is none')
  if (before === undefined) {
    const needed = noun.needs?.find((member) => value[member] === undefined)
    if (needed !== undefined)
      throw new InstallationFault([...path, needed], 'expected a value, because it is new')
    return { difference: { noun, path, what: 'add' }, value }
  }
  const members: Record<string, readonly [unknown, unknown] | null> = {}
  const changed: Record<string, unknown> = {}
  for (const [member, wanted] of Object.entries(value)) {
    const is = before.value[member]
    if (noun.secrets?.includes(member)) {
      if (noun.hidesSecrets || before.secrets?.[member] === wanted) continue
      members[member] = null
      changed[member] = wanted
    } else if (isSettings(wanted) && isSettings(is)) {
      const own = Object.entries(wanted).filter(([name, each]) => !isDeepStrictEqual(each, is[name]))
      for (const [name, each] of own) members[`${member}.${name}`] = [is[name], each]
      if (own.length > 0) changed[member] = Object.fromEntries(own)
    } else if (!isDeepStrictEqual(wanted, is)) {
      members[member] = [is, wanted]
      changed[member] = wanted
    }
  }
  if (Object.keys(members).length === 0) return { value: {} }
  const isReplaced = noun.isReplaced?.(changed) === true
  return {
    difference: { noun, path, what: isReplaced ? 'replace' : 'change', members },
    value: isReplaced ? { ...before.value, ...value } : changed,
  }
}

const isSettings = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The change of one thing by its noun. */
export function changeOf(
  { context, keep }: Pick<Reconciling, 'context' | 'keep'>,
  { name, path }: { readonly noun: Noun; readonly name: string; readonly path: Path },
  parent: Found | undefined,
  before: Found | undefined,
): Change {
  const at = context.now()
  return {
    // A silence ends at the time that was said, not some milliseconds later.
    context: { ...context, now: () => at },
    name,
    parent,
    before,
    run: (operation, input, accountId) =>
      perform({ ...context, now: () => at, accountId }, operation, { ...input }, null, (shown) =>
        keep(path, shown),
      ),
  }
}

/** A refusal says where. */
async function at<T>(path: Path, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefused(error)) throw error
    const { field, expected, message } = error
    const isWrong = field !== undefined && message === `${field}: expected ${expected}`
    const inside = field === undefined ? [] : field.split('.')
    throw new InstallationFault([...path, ...inside], isWrong ? `expected ${expected}` : message)
  }
}

/** Stores keep members in orders of their own. */
function inOrder({ properties }: TObject, value: Values): Values {
  const members = Object.keys(properties).filter((member) => value[member] !== undefined)
  return Object.fromEntries(
    members.map((member) => {
      const [own, is] = [properties[member] as Partial<TObject>, value[member]]
      return [member, own.properties !== undefined && isSettings(is) ? inOrder(own as TObject, is) : is]
    }),
  )
}

/** Everything of these nouns, as a file has it. */
export async function describe(
  nouns: readonly Noun[],
  context: FullContext,
  parent?: Found,
  path: Path = [],
): Promise<Record<string, unknown>> {
  const sections: Record<string, unknown> = {}
  for (const noun of nouns) {
    const found = [...(await noun.list(context, parent))].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )
    if (noun.isSingle) sections[noun.plural] = inOrder(noun.value, found[0]!.value)
    else if (found.length > 0) {
      const things: [string, unknown][] = []
      for (const each of found) {
        const own = [...path, noun.plural, each.name]
        const places = (each.has ?? []).map((secret) => [
          secret,
          { file: ['secrets', ...own, secret].join('/') },
        ])
        const below = await describe(noun.below ?? [], context, each, own)
        const value = inOrder(noun.value, each.value)
        things.push([each.name, { ...value, ...Object.fromEntries(places), ...below }])
      }
      sections[noun.plural] = Object.fromEntries(things)
    } else sections[noun.plural] = {}
  }
  return sections
}
