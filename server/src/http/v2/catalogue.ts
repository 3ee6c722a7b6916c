import catalogue from '../../../assets/reference/problems.json' with { type: 'json' }
import type { Language } from '../errors.ts'

/**
 * The error catalogue of `/v2`: each code once, with its HTTP status and its text. The first sentence is the title; what
 * follows says what happened and what helps. `/docs/errors/CODE` shows both.
 */
export type ProblemCode = keyof typeof catalogue

interface Problem {
  readonly status: number
  readonly title: Readonly<Record<Language, string>>
  readonly detail: Readonly<Record<Language, string>>
}

export const problems = Object.fromEntries(
  Object.entries(catalogue).map(([code, { status, en, ru }]): [string, Problem] => {
    const [english, russian] = [en, ru].map((text) => text.split(/\. (.+)/))
    return [
      code,
      {
        status,
        title: { en: english![0]!, ru: russian![0]! },
        detail: { en: english![1]!, ru: russian![1]! },
      },
    ]
  }),
) as Readonly<Record<ProblemCode, Problem>>
