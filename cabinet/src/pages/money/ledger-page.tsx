import { useTexts } from '../../language/language.tsx'
import { Page } from '../../parts/page.tsx'
import { Ledger } from './ledger.tsx'
import { moneyTexts } from './texts.ts'

export default function LedgerPage() {
  const text = useTexts(moneyTexts)
  return (
    <Page title={text.ledger}>
      <Ledger />
    </Page>
  )
}
