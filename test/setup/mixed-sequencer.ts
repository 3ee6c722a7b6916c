import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that wait (system) and files that compute (service) take turns, so that neither kind is left for the end.
 * Inside a tier the longest file of the last run goes first, as Vitest does it.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groups = Map.groupBy(sorted, ({ project }) => project.config.sequence.groupOrder)
    return [...groups.values()].flatMap((group) => {
      const byProject = Map.groupBy(group, ({ project }) => project.name)
      return [...byProject.values()]
        .flatMap(placed)
        .toSorted((a, b) => a.at - b.at)
        .map(({ file }) => file)
    })
  }
}

/** Each file with its place between 0 and 1 in its own project. */
function placed(files: readonly TestSpecification[]): { file: TestSpecification; at: number }[] {
  return files.map((file, index) => ({ file, at: index / files.length }))
}
