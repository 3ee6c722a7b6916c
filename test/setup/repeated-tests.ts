import type { Reporter, TestModule } from 'vitest/node'

/** Lists the tests that ran more than once: a pass at the second try is a fault of the test, or a rare one of ours. */
export class RepeatedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { retryCount = 0, flaky: passed } = test.diagnostic() ?? {}
        if (retryCount > 0)
          console.error(
            `repeated, ${passed ? 'then passed' : 'and failed'}: ${module.relativeModuleId} > ${test.fullName}`,
          )
      }
  }
}
