import { reseal, secretState, useOwnSecret } from '../../app/rotate-secret.ts'
import { perform } from '../../operations/perform.ts'
import { secretRotated } from '../../operations/recorded.ts'
import { defineCommand, flag, type Report } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { ProgressBar } from '../progress.ts'
import { requireWholeSchema } from '../schema-of.ts'
import { counted } from '../wording.ts'

export const rotateSecret = defineCommand({
  words: 'secret rotate',
  summary: 'Replace the root secret by that of RINGKEY_SECRET, once all nodes have both; may be repeated',
  options: { 'dry-run': flag('show what would be sealed again and which nodes are missing; change nothing') },
  async run({ options, terminal, open }) {
    const context = await open()
    const { own, previous } = context.secrets
    if (previous === undefined || previous.fingerprint === own.fingerprint) {
      throw new CommandFailed(
        'There is nothing to rotate: give the new secret by RINGKEY_SECRET or RINGKEY_SECRET_FILE, and the one that ' +
          'it replaces by RINGKEY_SECRET_PREVIOUS_FILE (see docs/install.md, "The secret").',
      )
    }
    await requireWholeSchema(context.store, 'secret rotate')
    let state = await secretState(context)
    if (options['dry-run']) return dryRun(state)
    if (!state.isInUse && state.nodesWithout.length > 0) {
      throw new CommandFailed(
        `These nodes do not have the new secret yet: ${state.nodesWithout.join(', ')}. ` +
          'Give every node both secrets first (see docs/install.md, "The secret").',
      )
    }
    const { isInUse: wasInUse } = state
    await useOwnSecret(context, previous)

    let isLeft = false
    void terminal.interrupted().then(() => {
      isLeft = true
    })
    const bar = new ProgressBar(terminal)
    const { oldValues } = state
    let done = 0
    for (const old of oldValues) {
      if (isLeft) break
      await reseal(context, old)
      bar.show('seal', ++done, oldValues.length)
    }
    bar.end()
    state = await secretState(context)
    const facts = { sealed: done, left: state.oldValues.length }
    if (done > 0 || !wasInUse) await perform(context, secretRotated, facts)
    return report(done, state)
  },
})

type State = Awaited<ReturnType<typeof secretState>>

const json = ({ isInUse: inUse, oldValues, ...state }: State) => ({
  inUse,
  ...state,
  oldValues: oldValues.length,
})

function dryRun(state: State): Report {
  const counts = new Map<string, number>()
  for (const { place } of state.oldValues) counts.set(place.table, (counts.get(place.table) ?? 0) + 1)
  return {
    json: { ...json(state), tables: Object.fromEntries(counts) },
    text: [
      `${counted(state.oldValues.length, 'value')} of the previous secret would be sealed again.`,
      ...[...counts].map(([table, count]) => `  ${table}: ${count}`),
      state.nodesWithout.length === 0
        ? 'Every live node has the new secret.'
        : `Nodes without the new secret: ${state.nodesWithout.join(', ')}.`,
      ...unreadableLine(state),
    ].join('\n'),
  }
}

function report(done: number, state: State): Report {
  const { oldValues, nodesBehind } = state
  const isComplete = oldValues.length === 0 && nodesBehind.length === 0
  const rest =
    nodesBehind.length > 0
      ? `Nodes that go over to it within seconds: ${nodesBehind.join(', ')}. Then run the command again.`
      : `${counted(oldValues.length, 'value')} of the previous secret are left. Run the command again.`
  return {
    json: { state: isComplete ? 'complete' : 'unfinished', sealed: done, ...json(state) },
    text: [
      `${counted(done, 'value')} sealed again; the new secret is in use.`,
      isComplete
        ? 'Nothing of the previous secret is left: RINGKEY_SECRET_PREVIOUS_FILE may go from every node. ' +
          'Backups that were made before still need that secret.'
        : rest,
      ...unreadableLine(state),
    ].join('\n'),
    failed: !isComplete,
  }
}

const unreadableLine = ({ unreadable }: State) =>
  unreadable.length === 0 ? [] : [`Neither secret opens these, set them again: ${unreadable.join(', ')}.`]
