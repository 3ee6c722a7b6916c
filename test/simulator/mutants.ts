import { registerHooks } from 'node:module'
import { mutants as all, type Mutant } from '../mutations/mutants.ts'

type Broken = Pick<Mutant, 'name' | 'file' | 'from' | 'to'>

/** Of the mutants of test/mutations those that the simulator runs: the others are in SQL, or below what it has. */
const shared = [
  'hold forgotten',
  'hold kept',
  'kept step paid twice',
  'kept price not removed',
  'a need forgotten',
  'a started step not seen by the command after it',
  'a wrong code not seen by the command after it',
  'a plan not given back',
  'a waiter not woken',
  'an unproved check repeated',
  'settle twice',
  'event dropped',
  'one try too many',
  'answer before commit',
  'operation id forgotten',
  'position is the id',
  'past without those under way',
  'event told twice',
  'a webhook not repeated',
  'the end of a call told half the time',
  'events in the order in which they did not happen',
  'an end without a version of its own',
  'an event with the time of its try',
  'a number in clear',
  'a code handed over twice',
  'a hook that does not know its message again',
  'a pending verification not returned',
  'max_cost off',
  'a reversal not noted',
  'key freed',
  'not abandoned',
]

export const mutants: readonly Broken[] = [
  {
    name: 'a hook that asks its own clock',
    file: 'server/src/http/hooks/place-or-reuse-call.ts',
    from: 'store.storeTime({ now: clock.now() })',
    to: '(void store, Promise.resolve(clock.now()))',
  },
  {
    name: 'the 183 that learns from blocks',
    file: 'server/src/telephony/calls/after-early-media.ts',
    from: 'const isTaken = isLasting && rules.earlyMediaRings',
    to: "const isTaken = isLasting && rules.earlyMediaRings\n  if (isLasting && end.kind === 'refused') return 'answer'",
  },
  ...shared.map((wanted) => all.find(({ name }) => name === wanted)!),
]

/** The modules that are loaded from now on have this line changed. */
export function breakPromise(name: string): void {
  const mutant = mutants.find((each) => each.name === name)
  if (mutant === undefined) throw new Error(`there is no mutant "${name}": expected one of mutants.ts`)
  let isBroken = false
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(`/${mutant.file}`)) return loaded
      const source = String(loaded.source)
      if (source.split(mutant.from).length !== 2) throw new Error(`${name}: not once in ${mutant.file}`)
      isBroken = true
      return { ...loaded, source: source.replace(mutant.from, () => mutant.to) }
    },
  })
  process.once('exit', () => {
    if (!isBroken) throw new Error(`${name}: ${mutant.file} was not loaded`)
  })
}
