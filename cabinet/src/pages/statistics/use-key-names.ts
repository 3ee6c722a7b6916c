import type { StatisticsReport } from '@ringkey/server/cabinet-api'
import { useServices } from '../../api/services.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { reasonTexts } from '../verifications/reasons.ts'
import { statisticsTexts } from './texts.ts'

/** The label of a breakdown key; null is the sum of all keys that are not shown. */
export function useKeyNames(by: StatisticsReport['by']): (key: string | null) => string {
  const text = useTexts(statisticsTexts)
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const formats = useFormats()
  const services = useServices().data ?? []
  const named = (key: string): string => {
    switch (by) {
      case 'outcome':
        if (key === 'completed') return text.completedOutcome
        return key === 'suspect' ? text.suspectOutcome : (reasons[key]?.name ?? key)
      case 'mode':
        return words.modes[key as keyof typeof words.modes]
      case 'service':
        return `${services.find(({ id }) => String(id) === key)?.name ?? ''} · ${key}`
      case 'country':
        return formats.country(key)
      case 'operator':
        return key
    }
  }
  return (key) => (key === null ? text.others : named(key) || text.unknown)
}
