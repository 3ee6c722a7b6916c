import type { Answer } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { choicesOf, type Filter } from '../../parts/filters.tsx'
import { requestsTexts } from './texts.ts'
import { useCodeName } from './use-code-name.ts'

/** The filters of the list. Only what occurs in the period can be chosen. */
export function useRequestFilters(summary: Answer<'/requests/summary'> | undefined): readonly Filter[] {
  const text = useTexts(requestsTexts)
  const codeName = useCodeName()
  const code = (value: string) => (codeName(value) === value ? value : `${value}: ${codeName(value)}`)
  const method = (value: string) => (value === 'other' ? text.other : value)
  const filter = (
    name: 'method' | 'code' | 'status',
    values: readonly (string | number)[] = [],
    told: (value: string) => string = String,
  ) => ({
    name,
    label: text[name],
    told,
    choices: values.map((value) => ({ value: String(value), label: told(String(value)) })),
  })
  return [
    { name: 'outcome', label: text.outcome, choices: choicesOf(text.outcomes) },
    filter('method', summary?.methods, method),
    filter('code', summary?.codes, code),
    filter('status', summary?.statuses),
    // Asked for when it is complete: a part of an id finds nothing.
    { name: 'requestId', label: text.seekId, isTyped: true },
  ]
}
