import { createContext, useContext } from 'react'
import { knownZone } from './time-zone.ts'

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of the account; null in the console, which has that of the reader. */
export const TimeZoneContext = createContext<string | null>(null)

/** Whose days and hours a page shows and reads. The header says it. */
export const useTimeZone = () => knownZone(useContext(TimeZoneContext) ?? browserZone())
