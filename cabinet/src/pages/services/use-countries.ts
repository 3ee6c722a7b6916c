import { useMemo } from 'react'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage } from '../../language/language.tsx'

/** Every country that can be chosen, by its name in the language in use. */
export function useCountries(): { readonly value: string; readonly label: string }[] {
  const formats = useFormats()
  const { language } = useLanguage()
  const codes = useRead('/services/countries', {}, { staleTime: Number.POSITIVE_INFINITY })
  return useMemo(
    () =>
      (codes.data ?? [])
        .map((value) => ({ value, label: formats.country(value) }))
        .sort((one, other) => one.label.localeCompare(other.label, language)),
    [codes.data, formats, language],
  )
}
