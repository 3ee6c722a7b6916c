import { useContext } from 'react'
import { MeContext } from '../api/me.ts'
import { formatsFor } from './formats-for.ts'
import { useLanguage } from './language.tsx'
import { useTimeZone } from './use-time-zone.ts'

type Formats = ReturnType<typeof formatsFor>

/** One set for the whole page: a browser takes longer to make one than to draw the row of a table. */
const made = new Map<string, Formats>()

/** Numbers, money and times in the language in use, money in the currency of the installation. */
export function useFormats(otherZone?: string): Formats {
  const { language } = useLanguage()
  const currency = useContext(MeContext)?.currency
  const ownZone = useTimeZone()
  const zone = otherZone ?? ownZone
  const name = `${language} ${currency} ${zone}`
  const formats = made.get(name) ?? formatsFor(language, currency, zone)
  made.set(name, formats)
  return formats
}
