import type { QualityKey } from '@ringkey/server/cabinet-api'
import { useServices } from '../../api/services.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { qualityTexts } from './texts.ts'

/** What a value of each key is called. */
export function useKeyNames(): (by: QualityKey, key: string) => string {
  const text = useTexts(qualityTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const services = useServices().data ?? []
  const named = (by: QualityKey, key: string): string => {
    switch (by) {
      case 'mode':
        return words.modes[key as keyof typeof words.modes]
      case 'service':
        return `${services.find(({ id }) => String(id) === key)?.name ?? ''} · ${key}`
      case 'country':
        return formats.country(key)
      case 'block':
        return key === '' ? '' : `+${key}xxxx`
      case 'trunk':
        return key || text.noTrunk
      case 'operator':
        return formats.network(key)
    }
  }
  return (by, key) => named(by, key) || text.unknown
}
