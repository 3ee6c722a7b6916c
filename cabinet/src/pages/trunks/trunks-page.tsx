import { Button } from '@mantine/core'
import type { TrunkView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useTrunks } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { IconPlus } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { AllWays } from './all-ways.tsx'
import { NumberRoutes } from './number-routes.tsx'
import { SipTally } from './sip-tally.tsx'
import { TestCall } from './test-call.tsx'
import { trunksTexts } from './texts.ts'
import { TrunkForm } from './trunk-form.tsx'
import { TrunkTable } from './trunk-table.tsx'

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'test' | 'test-all'; readonly trunk: TrunkView }
  | null

export default function TrunksPage() {
  const text = useTexts(trunksTexts)
  const names = useTexts(navigationTexts)
  const { data, error } = useTrunks()
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
      <TrunkTable trunks={data?.trunks} error={error} onOpen={(what, trunk) => setOpen({ what, trunk })} />
      <NumberRoutes />
      {data?.sip != null && <SipTally sip={data.sip} />}
      {data !== undefined && (open?.what === 'new' || open?.what === 'edit') && (
        <TrunkForm
          trunk={open.what === 'edit' ? open.trunk : null}
          defaults={data.defaults}
          presets={data.presets}
          onTest={(what, name) => {
            const trunk = data.trunks.find((each) => each.name === name)
            if (trunk !== undefined) setOpen({ what, trunk })
          }}
          onClose={close}
        />
      )}
      {open?.what === 'test-all' && <AllWays trunk={open.trunk} onClose={close} />}
      {open?.what === 'test' && <TestCall trunk={open.trunk} onClose={close} />}
    </Page>
  )
}
