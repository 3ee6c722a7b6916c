import { Alert } from '@mantine/core'
import type { ServiceDetail } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { write } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { inBoth } from '../../language/texts.ts'
import { IconPlayerPause } from '../../parts/icons.tsx'
import { PausedList } from '../../parts/paused-list.tsx'
import { useSetService } from './use-change-service.ts'

const texts = inBoth({
  title: [
    'Calls to some destinations are paused after unusual traffic (error 9)',
    'Звонки на часть направлений приостановлены из-за необычного трафика (ошибка 9)',
  ],
})

/** Renders nothing when no destination is paused. */
export function Paused({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(texts)
  const mayChange = useMay('change-services')
  const setService = useSetService()
  const resume = useMutation({
    mutationFn: ({ prefix }: { prefix: string }) =>
      write<ServiceDetail>(`/services/${service.id}/resume`, { prefix }),
    onSuccess: setService,
  })
  if (service.paused.length === 0) return null
  return (
    <Alert color="orange" icon={<IconPlayerPause size={18} />} title={text.title}>
      <PausedList
        paused={service.paused}
        empty={null}
        onResume={mayChange ? ({ prefix }) => resume.mutateAsync({ prefix }) : undefined}
        error={resume.error}
      />
    </Alert>
  )
}
