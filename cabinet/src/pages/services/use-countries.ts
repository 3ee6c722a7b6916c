import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage } from '../../language/language.tsx'

/** Every country that can be chosen, by its name in the language in use. */
export function useCountries(): { readonly value: string; readonly label: string }[] {
  const formats = useFormats()
  const { language } = useLanguage()
  const codes = useQuery({
    queryKey: ['countries'],
    queryFn: () => read('/services/countries'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(
    () =>
      (codes.data ?? [])
        .map((value) => ({ value, label: formats.country(value) }))
        .sort((one, other) => one.label.localeCompare(other.label, language)),
    [codes.data, formats, language],
  )
}
