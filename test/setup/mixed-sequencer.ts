import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isIn, tiers } from './tiers.ts'

/** The files that take longest, longest first. A fresh clone has no results of an earlier run to order them by. */
export const longest: readonly string[] = [
  'test/peers/browser/list.test.ts',
  'test/peers/browser/site.test.ts',
  'test/peers/browser/ten-tasks.test.ts',
  'test/peers/browser/services.test.ts',
  'test/peers/browser/every-page-wide.test.ts',
  'test/peers/browser/every-page-narrow.test.ts',
  'test/peers/browser/moving-on.test.ts',
  'test/peers/browser/operator.test.ts',
  'test/peers/browser/frame.test.ts',
  'test/peers/browser/people.test.ts',
  'test/peers/browser/nothing-false.test.ts',
  'server/test/contract/on-postgres.peers.test.ts',
  'server/test/contract/v2-on-postgres.peers.test.ts',
  'test/nodes/three-nodes.test.ts',
  'test/nodes/trunk-limits.test.ts',
  'server/src/main.system.test.ts',
  'test/peers/calls/inbound-sipp.test.ts',
  'test/calls/suspects.test.ts',
  'test/consistency/postgres.test.ts',
  'test/peers/snippets/snippets.test.ts',
  'test/consistency/partitions.namespaces.test.ts',
  'test/consistency/embedded.test.ts',
  'test/simulator/model-store.service.test.ts',
  'test/nodes/verifications.test.ts',
  'test/chaos/kill.test.ts',
  'test/peers/interop/sipp-as-callee.test.ts',
  'test/calls/trunk-all-ways.loopbacks.test.ts',
  'test/calls/voice-offers.loopbacks.test.ts',
  'test/calls/outcomes.test.ts',
  'test/calls/demo.test.ts',
  'test/simulator/simulator.test.ts',
  'server/src/storage/sqlite/contract.service.test.ts',
  'server/src/storage/postgres/contract.service.test.ts',
  'server/src/storage/postgres/contract-records.service.test.ts',
  'server/src/cli/commands/move.service.test.ts',
  'server/src/storage/move/move.service.test.ts',
  'server/src/cabinet/isolation.service.test.ts',
  'server/src/cli/commands/doctor.service.test.ts',
  'test/nodes/lost-creation.test.ts',
  'test/calls/carrier-habits.test.ts',
  'test/calls/no-audio.test.ts',
  'test/calls/voice-simulator.test.ts',
  'server/src/cli/launcher.system.test.ts',
  'test/calls/ipv6.test.ts',
  'server/src/numbering/registry/registry.real-files.test.ts',
  'test/calls/early-media.test.ts',
  'test/calls/forgetful-registrar.test.ts',
  'test/nodes/failover.test.ts',
  'test/calls/unexpected-rtp-source.loopbacks.test.ts',
  'test/calls/voice-answers.test.ts',
  'test/chaos/kill-steps.test.ts',
  'test/start/npm-start.test.ts',
  'server/src/app/stop-without-database.system.test.ts',
  'test/calls/answers-from-elsewhere.loopbacks.test.ts',
  'test/calls/black-holed-connection.test.ts',
  'server/src/cabinet/routes/operator/sip-strangers.loopbacks.test.ts',
  'server/src/storage/postgres/locked-account.service.test.ts',
  'server/src/storage/postgres/lost-commits.service.test.ts',
  'test/calls/ignored-options.service.test.ts',
  'server/src/storage/postgres/silent-listener.service.test.ts',
]

/** The last of them begins here, so that none is left alone at the end. */
const lastLong = 0.75

/**
 * Files that wait (system) and files that compute (service) take turns, so that neither kind is left for the end.
 * The longest files go first.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => this.#rank(a) - this.#rank(b))
    const groups = Map.groupBy(sorted, ({ project }) => project.config.sequence.groupOrder)
    return [...groups]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([, group]) => {
        const byTier = Map.groupBy(group, (file) => tiers.find((tier) => isIn(tier, this.#path(file))))
        return [...byTier.values()]
          .flatMap((files) => this.#placed(files))
          .toSorted((a, b) => a.at - b.at)
          .map(({ file }) => file)
      })
  }

  /** Each file with its place between 0 and 1: the long ones by their rank, the others by their place in their tier. */
  #placed(files: readonly TestSpecification[]): { file: TestSpecification; at: number }[] {
    return files.map((file, index) => {
      const rank = this.#rank(file)
      const isLong = rank < longest.length
      return { file, at: isLong ? (lastLong * rank) / longest.length : index / files.length }
    })
  }

  #rank(file: TestSpecification): number {
    const rank = longest.indexOf(this.#path(file))
    return rank < 0 ? longest.length : rank
  }

  #path({ moduleId }: TestSpecification): string {
    return relative(this.ctx.config.root, moduleId)
  }
}
