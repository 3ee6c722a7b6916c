import { problems } from '../v2/catalogue.ts'
import type { Problem } from '../v2/problem.ts'
import { HookExchange } from './hook-exchange.ts'
import type { Kind } from './kind.ts'

/** authentik shows the text of an error to the user. */
class TextExchange extends HookExchange {
  override answerProblem(problem: Problem): void {
    const { code } = problem
    const headers = this.headersOf(problem)
    this.send(problems[code].status, 'text/plain; charset=utf-8', this.titleOf(problem), headers, code)
  }
}

/** The generic SMS provider of authentik (docs/integrate/authentik.md). */
export const authentik: Kind = {
  kind: 'authentik',
  Exchange: TextExchange,
  asksAgain: true,
  read: ({ To, Body }) => ({ phone: To, code: Body }),
}
