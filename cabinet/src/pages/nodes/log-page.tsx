import { useTexts } from '../../language/language.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { OperatorActions } from './operator-actions.tsx'

export default function LogPage() {
  const names = useTexts(navigationTexts)
  return (
    <Page title={names.log}>
      <OperatorActions />
    </Page>
  )
}
