import { Button, Skeleton } from '@mantine/core'
import type { TrunkView } from '@ringkey/server/cabinet-api'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTrunks } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { AllWays } from './all-ways.tsx'
import { NumberRoutes } from './number-routes.tsx'
import { SipTally } from './sip-tally.tsx'
import { TestCall } from './test-call.tsx'
import { trunksTexts } from './texts.ts'
import { TrunkCard } from './trunk-card.tsx'
import { TrunkForm } from './trunk-form.tsx'

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'test' | 'test-all'; readonly trunk: TrunkView }
  | null

export default function TrunksPage() {
  const text = useTexts(trunksTexts)
  const names = useTexts(navigationTexts)
  const { data, error, isPending } = useTrunks()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Page
      title={names.trunks}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'new' })}>
          {text.add}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {isPending && <Skeleton h={130} />}
      {data?.trunks.length === 0 && <EmptyState title={text.none}>{text.whatToDo}</EmptyState>}
      {data?.trunks.map((trunk) => (
        <TrunkCard
          key={trunk.name}
          trunk={trunk}
          onEdit={() => setOpen({ what: 'edit', trunk })}
          onTest={() => setOpen({ what: 'test', trunk })}
          onTestAll={() => setOpen({ what: 'test-all', trunk })}
        />
      ))}
      <NumberRoutes />
      {data?.sip != null && <SipTally sip={data.sip} />}
      {data !== undefined && (open?.what === 'new' || open?.what === 'edit') && (
        <TrunkForm
          trunk={open.what === 'edit' ? open.trunk : null}
          defaults={data.defaults}
          presets={data.presets}
          onClose={close}
        />
      )}
      {open?.what === 'test-all' && <AllWays trunk={open.trunk} onClose={close} />}
      {open?.what === 'test' && <TestCall trunk={open.trunk} onClose={close} />}
    </Page>
  )
}
